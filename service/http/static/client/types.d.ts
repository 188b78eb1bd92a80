// The schemas and operations of the API. `make client-types` generates this file from openapi/openapi.json: do not edit it.

/** What each call accepts besides its own parameters. */
export interface CallOptions {
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** A method for each operation. */
export interface Operations {
  /** List all addresses and their operations. List all addresses and their operations. */
  getDirectory(request?: CallOptions): Promise<Directory>;
  /** Open an account. The answer contains the first key of the account, and recovery codes. The server shows them only once and stores only their hashes. If you lose the key, a recovery code gives you a new one (`POST /v1/accounts/recover`). */
  openAccount(request: {
    body: AccountRequest;
  } & CallOptions): Promise<OpenedAccount>;
  /** Get your account and the scopes of your key. Get your account and the scopes of your key. */
  getMe(request?: CallOptions): Promise<Me>;
  /** Change your name, show or hide it, or mark your account as a bot. While `named` is true, everyone who may read a game in which you have or had a seat sees your name. Logs do not contain your name. If you set `named` to false or delete your account, no later answer shows it. Set `bot` if a program decides for the account. You cannot unset it. */
  changeMe(request: {
    body: ChangedAccount;
  } & CallOptions): Promise<Me>;
  /** Delete your account. The server deletes the keys and tokens of the account, and the link between the account and its games. Logs never contain the account, so they stay unchanged and can still be verified. The seats of the account stay, but no account can play them. */
  deleteMe(request?: CallOptions): Promise<null>;
  /** List your keys, including revoked ones. List your keys, including revoked ones. */
  listKeys(request?: CallOptions): Promise<Keys>;
  /** Create another key. Use a key with all basic scopes. Otherwise a key with few scopes could create a key with more scopes. At `expires_at` the new key stops working, and its streams end. */
  addKey(request: {
    body: KeyRequest;
  } & CallOptions): Promise<AddedKey>;
  /** Revoke a key. The server refuses the key from the next request on. */
  revokeKey(request: {
    /** The id of the key, not the key itself. */
    key_id: string;
  } & CallOptions): Promise<null>;
  /** Get the number of your unused recovery codes. The server cannot show the codes again, because it stores only their hashes. */
  getRecoveryCodes(request?: CallOptions): Promise<RecoveryCodesLeft>;
  /** Replace your recovery codes. The answer contains new codes. From then on the server refuses all earlier codes of the account. */
  replaceRecoveryCodes(request?: CallOptions): Promise<NewRecoveryCodes>;
  /** Get a new key for a recovery code. Each code can be used once. The other keys of the account stay valid, unless you set `revoke_keys`. */
  recoverAccount(request: {
    body: RecoveryRequest;
  } & CallOptions): Promise<SignedIn>;
  /** List your passkeys. List your passkeys. */
  listPasskeys(request?: CallOptions): Promise<Passkeys>;
  /** Add a passkey to your account. Ask for options first (`POST /v1/me/passkeys/options`). The passkey works on pages of the same host. */
  addPasskey(request: {
    body: PasskeyRequest;
  } & CallOptions): Promise<Passkey>;
  /** Get the options with which a page creates a passkey. Only pages of this server can create a passkey. They cannot create one if the host in their address is an IP address. The options are valid for five minutes. */
  passkeyCreationOptions(request?: CallOptions): Promise<PasskeyOptions>;
  /** Remove a passkey. Keys that were issued for it stay valid. Revoke them if another person has the device. */
  removePasskey(request: {
    /** The id of the passkey at this server. */
    passkey_id: string;
  } & CallOptions): Promise<null>;
  /** Get the options with which a page asks for a passkey. The options are valid for five minutes, and for one use. */
  passkeySignInOptions(request?: CallOptions): Promise<PasskeyOptions>;
  /** Get a new key for a passkey. Revoke the key when the person signs out (`DELETE /v1/me/keys/{key}`). */
  signInWithPasskey(request: {
    body: PasskeySignIn;
  } & CallOptions): Promise<SignedIn>;
  /** Get everything that the server stores about your account. Each line is an object with `kind` and `data`. The answer contains no secrets, because the server stores only their hashes or shows them once, and no data of other accounts. Games are named with their address. */
  exportMe(request?: CallOptions): Promise<string>;
  /** List the apps that may use your account. List the apps that may use your account. */
  listApps(request?: CallOptions): Promise<Apps>;
  /** Allow an app to use your account. The consent page makes this call when the person agrees. The app can do what its scopes allow, until you revoke the app or the key of this request. Use a key with all basic scopes. An app cannot allow another app. */
  allowApp(request: {
    body: ConsentRequest;
  } & CallOptions): Promise<Consent>;
  /** Revoke an app. The server refuses its tokens from the next request on, and ends its streams within two seconds. */
  revokeApp(request: {
    /** The id of the permission, from the list of your apps. */
    app_id: string;
  } & CallOptions): Promise<null>;
  /** Get a code to sign in on a device without a browser. For apps (RFC 8628). Show `user_code` and `verification_uri` to the person. Then ask the token endpoint every `interval` seconds until the person has answered. */
  startDeviceSignIn(request: {
    body: DeviceRequest;
  } & CallOptions): Promise<DeviceCodes>;
  /** Find the app that waits for an answer to a device code. Find the app that waits for an answer to a device code. */
  getWaitingDevice(request: {
    /** The code that the device shows, such as `BCDF-GHJK`. */
    user_code: string;
  } & CallOptions): Promise<WaitingDevice>;
  /** Allow or refuse the app that waits for an answer to a device code. The page `/device` makes this call when the person answers. Use a key with all basic scopes. */
  answerDevice(request: {
    /** The code that the device shows, such as `BCDF-GHJK`. */
    user_code: string;
    body: DeviceAnswer;
  } & CallOptions): Promise<null>;
  /** Exchange a code or a refresh token for tokens. For apps (OAuth 2.1). A code is valid for 60 seconds. Each code and each refresh token can be used once. If an app uses one twice, the server revokes all tokens that this app has for this person. */
  getAppTokens(request: {
    body: TokenRequest;
  } & CallOptions): Promise<Tokens>;
  /** Revoke the tokens of an app. For apps, to sign out (RFC 7009). The server revokes all tokens that came from the same consent. An unknown token is not an error. */
  revokeAppTokens(request: {
    body: RevocationRequest;
  } & CallOptions): Promise<Record<string, string>>;
  /** Register an app. For apps (RFC 7591). The server stores nothing: the client id contains the name and the addresses. The server ignores further fields. */
  registerApp(request: {
    body: AppMetadata;
  } & CallOptions): Promise<RegisteredApp>;
  /** Get the addresses and abilities of the authorization server. For apps (RFC 8414). */
  getSignInMetadata(request?: CallOptions): Promise<ServerMetadata>;
  /** Get the authorization server of this API. For apps (RFC 9728). `WWW-Authenticate` of a 401 names this address. */
  getResourceMetadata(request?: CallOptions): Promise<ResourceMetadata>;
  /** Get the authorization server of one path of this server. For apps (RFC 9728), such as clients of `/mcp`. */
  getPathMetadata(request: {
    /** The path of the resource, such as `mcp`. */
    resource: string;
  } & CallOptions): Promise<ResourceMetadata>;
  /** List the rulesets. List the rulesets. */
  listRulesets(request?: CallOptions): Promise<Rulesets>;
  /** Get a ruleset: seats, boards, bots, commands and options. Get a ruleset: seats, boards, bots, commands and options. */
  getRuleset(request: {
    /** The name of the ruleset. */
    name: string;
  } & CallOptions): Promise<Ruleset>;
  /** Get the JSON Schemas of commands, events, options and states. Get the JSON Schemas of commands, events, options and states. */
  getRulesetSchemas(request: {
    /** The name of the ruleset. */
    name: string;
  } & CallOptions): Promise<JsonSchema>;
  /** Get the labels of commands, fields and values: what players read. A sentence contains fields of the command in braces: `{post}`, or `{traders+merchants}` for several amounts. Text in square brackets is left out if a field in it is missing. A sentence may be an object with variants: `by` names the field whose value selects one, and `""` is the variant for all other values. */
  getRulesetLabels(request: {
    /** The name of the ruleset. */
    name: string;
    /** Such as `de`. If the ruleset has no labels in this language, they are English. */
    language?: string;
    /** The name or hash of a board: also return the names of its things. */
    board?: string;
  } & CallOptions): Promise<Labels>;
  /** Check and store a custom board. To play on the board, create a game with `"board": "sha256:…"`. If several accounts send the same board, the server stores it once. It never deletes the board of a game. It deletes an unused board 30 days after its last use. */
  storeBoard(request: {
    /** The name of the ruleset. */
    name: string;
    body: Board;
  } & CallOptions): Promise<StoredBoard>;
  /** Get a board, by its name or hash. Get a board, by its name or hash. */
  getBoard(request: {
    /** The name of the ruleset. */
    name: string;
    /** The name of a board of the ruleset, or the `sha256:…` of any board. */
    board: string;
  } & CallOptions): Promise<Board>;
  /** List all rules with their texts. List all rules with their texts. */
  listRules(request: {
    /** The name of the ruleset. */
    name: string;
  } & CallOptions): Promise<Rules>;
  /** Get a rule by its id, which refusals contain. Get a rule by its id, which refusals contain. */
  getRule(request: {
    /** The name of the ruleset. */
    name: string;
    /** The id of the rule, such as `HT-PLACE-1`. */
    rule: string;
  } & CallOptions): Promise<Rule>;
  /** Get a picture of a board, by its name or hash. Get a picture of a board, by its name or hash. */
  getEmptyBoardSvg(request: {
    /** The name of the ruleset. */
    name: string;
    /** The name of a board of the ruleset, or the `sha256:…` of any board. */
    board: string;
    /** The colours: for a light or a dark background. */
    theme?: "light" | "dark";
  } & CallOptions): Promise<string>;
  /** Get a board as text, by its name or hash. Get a board as text, by its name or hash. */
  getEmptyBoardText(request: {
    /** The name of the ruleset. */
    name: string;
    /** The name of a board of the ruleset, or the `sha256:…` of any board. */
    board: string;
    /** True: with the ANSI escape sequences for colours in a terminal. */
    ansi?: boolean;
    /** The width in columns. A wider board is drawn more narrowly. */
    columns?: number | null;
    /** True: with a legend that explains the symbols. */
    legend?: boolean;
  } & CallOptions): Promise<string>;
  /** Reserve a seed before the players choose their nonces. The server signs the commitment to the seed now. A player who adds a nonce later knows that the server did not choose the dice for this nonce. Show the receipt to the players: it proves which seed the server committed to. */
  reserveSeed(request?: CallOptions): Promise<Seed>;
  /** Create a game. Seats have the numbers 1 to n, in the order of the list. A seat is of kind `me` (you may have several), `open` (for the first account that joins), `invited` (for an account you choose) or `bot`. The game starts when the last seat is taken; there is no call to start it. */
  createGame(request: {
    idempotencyKey?: string;
    body: GameRequest;
  } & CallOptions): Promise<Created>;
  /** Find games, newest first. Without a key you get public games. `mine` and `awaiting=me` need a key. */
  listGames(request?: {
    /** Only games with this status. */
    status?: "open" | "running" | "scoring" | "finished" | "aborted";
    /** Only games of this ruleset. */
    ruleset?: string;
    /** True: only practice games. False: only other games. */
    practice?: boolean;
    /** True: only games in which you hold a seat, or that you created. */
    mine?: boolean;
    /** With `me`, only games that wait for one of your seats. */
    awaiting?: "me";
    /** The largest number of games on a page. */
    limit?: number;
    /** The cursor from `next`, for a further page. */
    cursor?: string;
  } & CallOptions): Promise<GameList>;
  /** Get the summary of a game: status, seats, pending decisions and result. Get the summary of a game: status, seats, pending decisions and result. */
  getGame(request: {
    /** The id of the game. */
    game_id: string;
  } & CallOptions): Promise<Summary>;
  /** Take a seat. The game starts when the last seat is taken. Send a random nonce to make sure that the server did not choose the dice. A seat of kind `invited`, a seat of a private game, and a seat that its holder passes on need an invitation. If the invitation has a token, send the token. An invitation for your account has none. */
  joinSeat(request: {
    /** The id of the game. */
    game_id: string;
    /** The number of the seat, from 1. */
    seat: number;
    idempotencyKey?: string;
    /** The version that the game must still have. */
    ifMatch?: number | string;
    body?: Join;
  } & CallOptions): Promise<Outcome>;
  /** Leave your seat before the start of the game. Leave your seat before the start of the game. */
  leaveSeat(request: {
    /** The id of the game. */
    game_id: string;
    /** The number of the seat, from 1. */
    seat: number;
    idempotencyKey?: string;
    /** The version that the game must still have. */
    ifMatch?: number | string;
    body?: NothingSaid;
  } & CallOptions): Promise<Outcome>;
  /** Resign: a bot takes your seat, and you can take it back later. Resign: a bot takes your seat, and you can take it back later. */
  resignSeat(request: {
    /** The id of the game. */
    game_id: string;
    /** The number of the seat, from 1. */
    seat: number;
    idempotencyKey?: string;
    /** The version that the game must still have. */
    ifMatch?: number | string;
    body?: Resign;
  } & CallOptions): Promise<Outcome>;
  /** Take your seat back from the bot that plays it. Take your seat back from the bot that plays it. */
  returnToSeat(request: {
    /** The id of the game. */
    game_id: string;
    /** The number of the seat, from 1. */
    seat: number;
    idempotencyKey?: string;
    /** The version that the game must still have. */
    ifMatch?: number | string;
    body?: NothingSaid;
  } & CallOptions): Promise<Outcome>;
  /** Create a token for this seat. Give the token to a bot or to a friend. As long as you hold the seat, they can send commands for the seat and read all that the seat may see. To leave, resign, return, abort, invite or ask for a rematch, use your key. */
  makeSeatToken(request: {
    /** The id of the game. */
    game_id: string;
    /** The number of the seat, from 1. */
    seat: number;
    body?: NothingSaid;
  } & CallOptions): Promise<Token>;
  /** Revoke all tokens of your seat. Revoke all tokens of your seat. */
  revokeSeatTokens(request: {
    /** The id of the game. */
    game_id: string;
    /** The number of the seat, from 1. */
    seat: number;
  } & CallOptions): Promise<null>;
  /** List your invitations to this seat. List your invitations to this seat. */
  listSeatInvitations(request: {
    /** The id of the game. */
    game_id: string;
    /** The number of the seat, from 1. */
    seat: number;
  } & CallOptions): Promise<Invitations>;
  /** Create an invitation to this seat. You can invite to a free seat if you created the game. While the game runs you can also invite to your own seat: the account that accepts takes the seat over. Send the link to one person, because it can be used only once. An invitation for an account has no token. */
  inviteToSeat(request: {
    /** The id of the game. */
    game_id: string;
    /** The number of the seat, from 1. */
    seat: number;
    body?: Invite;
  } & CallOptions): Promise<MadeInvitation>;
  /** Revoke one of your invitations. The invitation cannot be used any more. An account that has already used it keeps the seat. */
  revokeInvitation(request: {
    /** The id of the game. */
    game_id: string;
    /** The number of the seat, from 1. */
    seat: number;
    /** The id of the invitation. */
    invitation_id: string;
  } & CallOptions): Promise<null>;
  /** List the open invitations for your account, newest first. Accept an invitation with `POST …/seats/{seat}/join`. */
  listMyInvitations(request?: CallOptions): Promise<MyInvitations>;
  /** Decline an invitation. Decline an invitation. */
  declineInvitation(request: {
    /** The id of the invitation. */
    invitation_id: string;
  } & CallOptions): Promise<null>;
  /** Read an invitation by its token. Send the token in the body, because proxies and browsers store addresses. With a token that is not valid any more you cannot read anything about the game. */
  readInvitation(request: {
    body: InvitationToken;
  } & CallOptions): Promise<Invited>;
  /** Accept an invitation by its token. With a key, your account takes the seat. Without a key, send a name: the server opens an account and shows its key once. If you lose the answer, you lose the key. To avoid that, open an account first. */
  acceptInvitation(request: {
    body: Accept;
  } & CallOptions): Promise<Accepted>;
  /** Create a rematch. The server creates a game with the same settings. You and the bots keep your seats. The server invites the other players to their seats, which they accept with `join`. A game has only one rematch, and a later call returns the same rematch. */
  askForRematch(request: {
    /** The id of the game. */
    game_id: string;
    body?: NothingSaid;
  } & CallOptions): Promise<Summary | Created>;
  /** Start a practice game from an earlier position. The new game is private and has the same dice. You get all seats of people, and bots keep their seats. The versions of the new game start at 1, because events such as joins and pauses are left out. */
  branchGame(request: {
    /** The id of the game. */
    game_id: string;
    idempotencyKey?: string;
    body: Branch;
  } & CallOptions): Promise<Created>;
  /** Send a command. Send one command, or `{"commands": […]}`: the server accepts all of them or none. With `"dry_run": true` it stores nothing. If a rule refuses a command, `receipt` of the problem is a signed refusal: keep it to prove what the server decided. A `note` with your reasons, of up to 2 KB, is sealed until the end of the game. If you repeat a request with the same `Idempotency-Key`, the server executes it only once. With `If-Match` the server executes it only at that version of the game. */
  sendCommand(request: {
    /** The id of the game. */
    game_id: string;
    idempotencyKey?: string;
    /** The version that the game must still have. */
    ifMatch?: number | string;
    body: CommandRequest;
  } & CallOptions): Promise<DryRun | Outcome>;
  /** List the legal commands of your seat. An option is a command with open fields: `{"one_of": […]}`, `{"range": [a, b]}` or `{"list": …, "min": a, "max": b}`. Not every way to fill in an option is legal. Every complete command in the list is legal. `expand=N` adds up to N complete commands that you can send as they are; `next` links to further pages of N commands. `sample=N` returns N random complete commands instead. The same `seed`, version and seat give the same sample. */
  listLegalCommands(request: {
    /** The id of the game. */
    game_id: string;
    /** The seat that you mean, if you hold several. */
    seat?: number;
    /** How many complete commands to list on a page. */
    expand?: number;
    /** The cursor from `next`, for a further page. */
    cursor?: string;
    /** A language such as `de`. The answer then also has `names`. If the ruleset has no texts in this language, they are English. */
    language?: string;
    /** Return this many random complete commands instead. A command may occur twice. */
    sample?: number;
    /** The seed of `sample`: the same seed gives the same commands. */
    seed?: number;
  } & CallOptions): Promise<Legal>;
  /** Ask for a hint: what would a bot do now for your seat?. A worker runs the bot. Poll `Location`. When the job is done, its `hint` has the command and, if the bot gives any, the reasons. */
  askForHint(request: {
    /** The id of the game. */
    game_id: string;
    body?: AskHint;
  } & CallOptions): Promise<Job>;
  /** List your refused commands, newest first. The server stores the newest 50 refused commands of each seat that you hold or held, for a day. Their status is 400 (cannot be read), 409 or 412 (too early or too late) or 422 (against a rule). The server shortens long commands, and stores at most 64 KiB for a seat and 512 KiB for an account. Only you can read them. They are not part of the log of the game. */
  listRefusals(request: {
    /** The id of the game. */
    game_id: string;
  } & CallOptions): Promise<Refusals>;
  /** Take back your last command, or go back to a version. You alone can take back commands of your seat, if since then no other seat has acted and nothing was drawn, sealed or opened. With `"together": true` and a version you can go back further, but not past an event that opened a secret. Then all people at the table must make the same call before the game changes. Undone events stay in the log, and a new draw gives a new result. */
  undo(request: {
    /** The id of the game. */
    game_id: string;
    idempotencyKey?: string;
    /** The version that the game must still have. */
    ifMatch?: number | string;
    body?: Undo;
  } & CallOptions): Promise<Outcome | Votes>;
  /** Pause the clocks. All clocks pause when all people at the table have made the same call. With your own `seat` only its clock pauses, for a vacation. The vacations of a seat may last 28 days in total in each game. The clocks run again at `until`, or when a player resumes them. */
  pauseClocks(request: {
    /** The id of the game. */
    game_id: string;
    idempotencyKey?: string;
    /** The version that the game must still have. */
    ifMatch?: number | string;
    body?: PauseRequest;
  } & CallOptions): Promise<Outcome | Votes>;
  /** Resume the clocks. Any person at the table can end the pause of all clocks. With your own `seat` you end the vacation of this seat. */
  resumeClocks(request: {
    /** The id of the game. */
    game_id: string;
    idempotencyKey?: string;
    /** The version that the game must still have. */
    ifMatch?: number | string;
    body?: Resume;
  } & CallOptions): Promise<Outcome>;
  /** List open votes of the people at the table. There are votes to abort, to undo and to pause. Each vote lists the seats that have agreed and the seats that have not. A player agrees by making the same call. A vote to undo is for one version and ends when the game changes. */
  listAgreements(request: {
    /** The id of the game. */
    game_id: string;
  } & CallOptions): Promise<Agreements>;
  /** Try commands from any position. The server stores nothing. You can start from any version at which a commit ends. In a running game the server fills in hidden information at random and uses other dice. In a game that has ended it uses the draws of the game, so you can change one command and keep all other dice. */
  askWhatIf(request: {
    /** The id of the game. */
    game_id: string;
    body: WhatIfRequest;
  } & CallOptions): Promise<WhatIf>;
  /** Get the state, now or at any version, as you may see it. Without `as` you get the view of all your seats together. `state_hash` is the SHA-256 of the canonical JSON of `state`. */
  getState(request: {
    /** The id of the game. */
    game_id: string;
    /** The view of a `spectator`, or of a seat that you hold, such as `seat:2`. */
    as?: string;
    /** The view of this seat: `seat=2` is the same as `as=seat:2`. */
    seat?: number;
    /** The version of the game. The default is the current one. */
    version?: number;
  } & CallOptions): Promise<StateAnswer>;
  /** Get the difference between two versions as a JSON Patch. The patch turns the answer of `/state?version=from` into the answer of `/state?version=to`, as you may see both now. Without `to` it leads to the answer of `/state`. `from` may be later than `to`. The patch first tests `version` and `state_hash`, so the whole patch fails on any other answer. */
  getDiff(request: {
    /** The id of the game. */
    game_id: string;
    /** The view of a `spectator`, or of a seat that you hold, such as `seat:2`. */
    as?: string;
    /** The view of this seat: `seat=2` is the same as `as=seat:2`. */
    seat?: number;
    /** The version that you have. */
    from: number;
    /** The version that you want. The default is the current one. */
    to?: number;
  } & CallOptions): Promise<(PatchOperation)[]>;
  /** Get a picture of the position, now or at any version, as you may see it. Each object of the game is a group with `data-kind` (the `x-kind` of the schemas) and `data-id` (the id that commands use). If an object is a part of another object, `data-of` is the id of that object. `data-changed` marks the objects that the last commit changed. To show the map and its panels separately, use `data-map` of the picture and `data-area` of each panel (`data-part`) as `viewBox`. */
  getBoardSvg(request: {
    /** The id of the game. */
    game_id: string;
    /** The colours: for a light or a dark background. */
    theme?: "light" | "dark";
    /** The view of a `spectator`, or of a seat that you hold, such as `seat:2`. */
    as?: string;
    /** The view of this seat: `seat=2` is the same as `as=seat:2`. */
    seat?: number;
    /** The version of the game. The default is the current one. */
    version?: number;
  } & CallOptions): Promise<string>;
  /** Get the position as text, for terminals and screen readers. Get the position as text, for terminals and screen readers. */
  getBoardText(request: {
    /** The id of the game. */
    game_id: string;
    /** True: with the ANSI escape sequences for colours in a terminal. */
    ansi?: boolean;
    /** The width in columns. A wider board is drawn more narrowly. */
    columns?: number | null;
    /** True: with a legend that explains the symbols. */
    legend?: boolean;
    /** The view of a `spectator`, or of a seat that you hold, such as `seat:2`. */
    as?: string;
    /** The view of this seat: `seat=2` is the same as `as=seat:2`. */
    seat?: number;
    /** The version of the game. The default is the current one. */
    version?: number;
  } & CallOptions): Promise<string>;
  /** List the events of a game. All callers see the same version numbers. `wait=s` delays the answer until there is a new event, at most 25 seconds. With `Accept: application/x-ndjson` you get one event per line in canonical JSON. Without `limit` and `wait` that answer has all events. Parts that are sealed for other seats show a digest until the end of the game. If the log no longer has the event of `after`, the answer is 409 `log-replaced`. If the log is damaged, you get the stored events, and `Kontor-Log-Damaged` is the first damaged version. */
  listEvents(request: {
    /** The id of the game. */
    game_id: string;
    /** Only events after this one: its version, or its version and the first 12 or more digits of its `hash`, as in `17-3fa91c02b7de`. With the hash the server notices if the log no longer has the event. */
    after?: string;
    /** The largest number of events. The default is 200. With NDJSON and without `wait` it is all events. */
    limit?: number;
    /** How many seconds to wait for the next event, if there is none yet (a long poll). */
    wait?: number;
  } & CallOptions): Promise<Events>;
  /** Get the story of a game: one sentence for each event. Each sentence has the version of its event. Sentences call seats by their colours and contain no secrets. Notes are shown after the end of the game. If `after` is beyond the end of the log, the answer is 409 `log-replaced`. */
  getStory(request: {
    /** The id of the game. */
    game_id: string;
    /** Only events after this version. */
    after?: number;
    /** The largest number of items on a page. */
    limit?: number;
  } & CallOptions): Promise<Story>;
  /** Create a ticket for one stream, for browsers. `new EventSource(href)` cannot send a key, so the address has a ticket instead. Use the ticket within a minute. After that it can reopen the same stream as long as the key that created it is valid. The ticket can do nothing else. The server keeps the 100 most recently used tickets of a key. */
  createStreamTicket(request: {
    body: StreamTicketRequest;
  } & CallOptions): Promise<StreamTicket>;
  /** Get the score with its ledger, now or at any version. Each line of the ledger has a rule, an event and points. In a running game the score uses only information that you may see. The server fills in hidden information at random. */
  getScore(request: {
    /** The id of the game. */
    game_id: string;
    /** The version of the game. The default is the current one. */
    version?: number;
  } & CallOptions): Promise<Score>;
  /** Get the analysis of a game: what a bot would have done at each decision, and what the actual choice cost. The bot used only information that the seat could see at that time. While the job runs, you get the decisions that were judged so far. */
  getAnalysis(request: {
    /** The id of the game. */
    game_id: string;
    /** Only decisions at versions after this one. */
    after?: number;
    /** The largest number of items on a page. */
    limit?: number;
  } & CallOptions): Promise<Analysis>;
  /** Start the analysis of a game that is over. A worker lets a bot judge every decision. Poll `Location` for the progress. The worker does not judge a decision twice. */
  analyseGame(request: {
    /** The id of the game. */
    game_id: string;
  } & CallOptions): Promise<Job>;
  /** Get the game as one signed file, for `kontor audit verify`. The file has a header, the board, every event as you may see it, and the public keys. Its last line signs all lines before it. After the end of the game the file opens all secrets, for everyone who may read the game. If the log is damaged, the file has the events that are stored. Then `damaged` in the header or in the last line is the first damaged version. If the log contradicts the transparency log, the server does not sign it and answers 503 `log-damaged`. */
  getAuditBundle(request: {
    /** The id of the game. */
    game_id: string;
  } & CallOptions): Promise<string>;
  /** Get a signed receipt of the head of the game. Keep the receipt. With it you can prove later that an event up to this version was changed. The answer also has the newest checkpoint of the transparency log and, if that checkpoint contains the game, the proof. If the game contradicts the transparency log, the server does not sign it and answers 503 `log-damaged`. */
  getHead(request: {
    /** The id of the game. */
    game_id: string;
  } & CallOptions): Promise<Head>;
  /** End the game without a result. The creator can end an open game. In a running game all people at the table must agree: each of them makes this call. The creator can end a game in which only bots play. An administrator can end any game and must give a reason. The server then publishes the seed, so that everyone can open the log. */
  abortGame(request: {
    /** The id of the game. */
    game_id: string;
    idempotencyKey?: string;
    body?: Abort;
  } & CallOptions): Promise<Outcome | Votes>;
  /** Check an audit bundle, or a log in NDJSON. Send the file plain, or compressed with gzip or zstandard, with any `Content-Type`. A worker makes the same checks as `kontor audit verify`. The game may come from any server, if this server has its ruleset. Poll `Location` for the report. The server deletes the file after the check, and the report after a day. */
  startAudit(request: {
    body: Uint8Array;
  } & CallOptions): Promise<Job>;
  /** Get the progress and the result of your job. While the job is waiting or running, `Retry-After` says when to poll again. */
  getJob(request: {
    /** The id of the job. */
    job_id: string;
  } & CallOptions): Promise<Job>;
  /** Cancel a job, or delete a finished one. Cancel a job, or delete a finished one. */
  cancelJob(request: {
    /** The id of the job. */
    job_id: string;
  } & CallOptions): Promise<null>;
  /** List your webhooks. List your webhooks. */
  listWebhooks(request?: CallOptions): Promise<Webhooks>;
  /** Add a webhook. The server shows the secret of the webhook only once. It signs every message with the secret (Standard Webhooks). */
  addWebhook(request: {
    body: WebhookRequest;
  } & CallOptions): Promise<SecretWebhook>;
  /** Get one of your webhooks. Get one of your webhooks. */
  getWebhook(request: {
    /** The id of the webhook. */
    webhook_id: string;
  } & CallOptions): Promise<Webhook>;
  /** Remove a webhook and its pending deliveries. Remove a webhook and its pending deliveries. */
  removeWebhook(request: {
    /** The id of the webhook. */
    webhook_id: string;
  } & CallOptions): Promise<null>;
  /** Rotate the secret. For 24 hours messages have two signatures: one with the new secret and one with the old secret. */
  rotateWebhookSecret(request: {
    /** The id of the webhook. */
    webhook_id: string;
  } & CallOptions): Promise<SecretWebhook>;
  /** Enable a webhook that was disabled after failures. Enable a webhook that was disabled after failures. */
  enableWebhook(request: {
    /** The id of the webhook. */
    webhook_id: string;
  } & CallOptions): Promise<Webhook>;
  /** Send a test message of type `ping`. Send a test message of type `ping`. */
  pingWebhook(request: {
    /** The id of the webhook. */
    webhook_id: string;
  } & CallOptions): Promise<Delivery>;
  /** List deliveries, newest first. List deliveries, newest first. */
  listDeliveries(request: {
    /** The id of the webhook. */
    webhook_id: string;
    /** The largest number of deliveries on a page. */
    limit?: number;
    /** The cursor from `next`, for a further page. */
    cursor?: string;
  } & CallOptions): Promise<Deliveries>;
  /** Get a delivery with all its attempts. Get a delivery with all its attempts. */
  getDelivery(request: {
    /** The id of the webhook. */
    webhook_id: string;
    /** The id of the delivery. */
    delivery_id: string;
  } & CallOptions): Promise<TriedDelivery>;
  /** Send a message again. Send a message again. */
  redeliver(request: {
    /** The id of the webhook. */
    webhook_id: string;
    /** The id of the delivery. */
    delivery_id: string;
  } & CallOptions): Promise<Delivery>;
  /** Get the newest signed checkpoint with its cosignatures. A checkpoint is a signed note: origin, size and root of the tree, an empty line, and signatures. The answer is 404 until the server has signed the first checkpoint. */
  getCheckpoint(request?: CallOptions): Promise<string>;
  /** Get a tile of the tree: up to 256 hashes of 32 bytes. `path` is `<level>/<index>[.p/<width>]`. The index is written in groups of three digits, as in `0/x001/234` and `1/000.p/17`. */
  getTile(request: {
    /** The rest of the address, as C2SP tlog-tiles defines it. */
    path: string;
  } & CallOptions): Promise<Uint8Array>;
  /** Get the entries of a tile of level 0. Before each entry are two bytes with its length. An entry is one hash of the id, the version and the head of a game. A reader who does not know all three values learns nothing from the entry. */
  getTileEntries(request: {
    /** The rest of the address, as C2SP tlog-tiles defines it. */
    path: string;
  } & CallOptions): Promise<Uint8Array>;
  /** Add the cosignatures of witnesses to a checkpoint. Send the checkpoint unchanged, with the lines of your cosignatures below it. The server accepts only the witnesses that its operator has listed. */
  addCosignatures(request: {
    body: string;
  } & CallOptions): Promise<string>;
  /** Get the proof that a checkpoint contains this history of the game, and no other. The answer is a tlog-proof. Its line `extra` has the id of the game, all leaves of the game and a path. The index of the entry, its path and the checkpoint follow. The answer is 404 until a checkpoint contains the version. By default the server signs a checkpoint every minute. */
  getProof(request: {
    /** The id of the game. */
    game_id: string;
    /** Prove the newest leaf that has this version or a later one. */
    version?: number;
  } & CallOptions): Promise<string>;
  /** List the public keys that verify receipts, including old ones. List the public keys that verify receipts, including old ones. */
  getPublicKeys(request?: CallOptions): Promise<PublicKeys>;
  /** List the key, client and cause of each command. If an account is deleted, the server deletes the origins of its commands. The server records each call. */
  listOrigins(request: {
    /** The id of the game. */
    game_id: string;
    /** Only events after this version. */
    after?: number;
    /** The largest number of items on a page. */
    limit?: number;
  } & CallOptions): Promise<Origins>;
  /** List all games, in the order of their last commit. A game that changes moves to the end of the list, so a client that follows the cursors misses no change. A page may be shorter than its limit: if `next` is not null, there are more games. The server records each call. */
  listGamesForAudit(request?: {
    /** The cursor of an earlier answer: list only games that changed after it. */
    cursor?: string;
    /** Only games that changed at this time or later. */
    since?: string;
    /** True: only imported games, in the order of their import. */
    imported?: boolean;
    /** The largest number of games on a page. */
    limit?: number;
  } & CallOptions): Promise<AuditGames>;
  /** Start an export: the bundles of many games in one archive. A worker writes the same archive as `kontor export`. Poll `Location` for the progress. When the job is done, `file` has the address of the archive for a day. `file.next` is the cursor for the next export. The archive includes private games. The server records the export and each download. */
  startExport(request: {
    body: AskedExport;
  } & CallOptions): Promise<Job>;
  /** Get the archive of your export. The archive is compressed with zstandard. `kontor audit verify`, `kontor audit replay` and `kontor import` read it. */
  getJobFile(request: {
    /** The id of the job. */
    job_id: string;
  } & CallOptions): Promise<Uint8Array>;
  /** Check that the process answers. Check that the process answers. */
  getHealth(request?: CallOptions): Promise<Alive>;
  /** Check that the server is ready. The answer is 503 if PostgreSQL is unavailable. `degraded` means that Redis is unavailable or almost full, that the disk is almost full, or that a worker refuses to sign the transparency log. */
  getReadiness(request?: CallOptions): Promise<Ready>;
  /** Get metrics of this process for Prometheus. Only clients on the same machine, and clients with the operator's token, may read the metrics. */
  getMetrics(request?: CallOptions): Promise<string>;
}

/** Any JSON value without floats. */
export type JsonValue = unknown;

/** A board. Each ruleset defines its fields. */
export type Board = Record<string, JsonValue>;

/** A JSON Schema (2020-12). */
export type JsonSchema = Record<string, JsonValue>;

/** One of several values. */
export type ChoiceOf = {
  /** The possible values. */
  one_of: (JsonValue)[];
};

/** An integer in a range. */
export type IntegerRange = {
  /** The lowest and the highest value, both included. */
  range: (number)[];
};

/** A list of values. */
export type ListOf = {
  /** What each item may be: a value, or an open field. */
  list: JsonValue;
  /** The smallest number of items. */
  min: number;
  /** The largest number of items. */
  max: number;
};

/** An open field: one of several values, an integer in a range, or a list of such values. */
export type OpenField = ChoiceOf | IntegerRange | ListOf;

/** A sealed part of an earlier event, opened for all readers. */
export type Opening = {
  /** The version of the event with the sealed part. */
  version: number;
  /** The number of the part, counted from 0. */
  part: number;
  /** 32 random bytes in hex, which the digest of the part covers. */
  salt: string;
  /** The content of the part. */
  value: JsonValue;
};

/** A part of an event that only some seats may see. */
export type SealedPart = {
  /** The seats that may see the part. If there is none, it stays sealed for all. */
  for: (number)[];
  /** The hash of salt and content. */
  digest: string;
};

/** The commit of an event, and the command that caused it. */
export type Cause = {
  /** The id of the command. */
  id: string;
  /** The version of the first event of the commit. */
  first: number;
  /** The version of the last event of the commit. */
  last: number;
  /** The hash of the command. */
  digest: string;
  /** The bot that decided, if any. */
  bot?: string;
};

/** The fields of every event. `type` is its name, `data` has its own fields. */
export type Envelope = {
  /** The version of the log format. */
  format: "kontor-log/1";
  /** The id of a game. */
  game: string;
  /** The number of the event in the game. */
  version: number;
  /** The version of the form of `data`. The server upgrades older forms when it reads them. */
  schema: number;
  /** When the server stored the event. */
  at: string;
  /** Who caused the event: `system`, or `seat:` and a number. */
  actor: string;
  /** The commit of an event, and the command that caused it. */
  command: Cause;
  /** The sealed parts of the event. */
  sealed: (SealedPart)[];
  /** The sealed parts of earlier events that this event opens for all readers. */
  opens: (Opening)[];
};

/** One error of a request. */
export type ProblemError = {
  /** The place of the error: a JSON Pointer into the body, `query/…` or `header/…`. */
  pointer: string;
  /** The kind of the error, such as `missing-field`. It does not change with the wording. */
  code: string;
  /** What is wrong and what to do, as a sentence. */
  message?: string;
};

/** A command as the rules read it, with its seat. */
export type DecidedCommand = {
  /** The number of a seat, from 1. */
  seat: number;
  /** A command of any ruleset. */
  body: Command;
};

/** 422: the signed refusal of a command that a rule does not allow. Check it with a key from /.well-known/kontor-keys.json. It is left out for dry runs, for texts of more than 200 characters, and beyond 60 refusals a minute. */
export type RefusalReceipt = {
  /** The version of this format. */
  format: "kontor-refusal/1";
  /** The id of a game. */
  game: string;
  /** The version of the game at which the server decided. */
  version: number;
  /** The hash of that version. */
  hash: string;
  /** When the server signed. */
  at: string;
  /** The hash of the commands, with game and version. */
  digest: string;
  /** 422: the id of the rule that does not allow the command. */
  rule: string;
  /** 422: which of the refusals of the rule it is. It does not change with the wording. */
  code: string;
  /** The id of a key of the server, as in `/.well-known/kontor-keys.json`. */
  key: string;
  /** The refused command as the rules read it. In a batch also the commands before it. */
  commands: (DecidedCommand)[];
  /** An Ed25519 signature in hex (docs/log-format.md says over which bytes). */
  signature: string;
};

/** What went wrong (RFC 9457). */
export type Problem = {
  /** The kind of the problem. A page with this address explains it. */
  type: "/problems/unreadable" | "/problems/unauthenticated" | "/problems/forbidden" | "/problems/not-found" | "/problems/method-not-allowed" | "/problems/not-acceptable" | "/problems/too-slow" | "/problems/not-your-decision" | "/problems/not-started" | "/problems/imported" | "/problems/game-over" | "/problems/seat-taken" | "/problems/seat-not-held" | "/problems/invitation-gone" | "/problems/cannot-undo" | "/problems/clock-unchanged" | "/problems/not-ended" | "/problems/too-many-games" | "/problems/log-replaced" | "/problems/key-reused" | "/problems/stale-version" | "/problems/too-large" | "/problems/unsupported-media-type" | "/problems/rule-violation" | "/problems/draw-not-last" | "/problems/board-flawed" | "/problems/too-many-requests" | "/problems/internal" | "/problems/contention" | "/problems/log-damaged" | "/problems/unavailable";
  /** The kind of the problem in words. The wording may change. */
  title: string;
  /** The HTTP status. */
  status: number;
  /** What is wrong with this request, and what to do. The wording may change. */
  detail: string;
  /** The id of the request, which the log of the server has too. */
  instance?: string;
  /** 400: the errors of the request. */
  errors?: (ProblemError)[];
  /** 422: the id of the rule that does not allow the command. */
  rule?: string;
  /** 422: the address of the rule. */
  rule_href?: string;
  /** 422: which of the refusals of the rule it is. It does not change with the wording. */
  code?: string;
  /** 422: the values that the refusal is about. */
  facts?: Record<string, JsonValue>;
  /** 422: the signed refusal of a command that a rule does not allow. Check it with a key from /.well-known/kontor-keys.json. It is left out for dry runs, for texts of more than 200 characters, and beyond 60 refusals a minute. */
  receipt?: RefusalReceipt;
  /** 412: the current version of the game. */
  current_version?: number;
  /** 503 `log-damaged`: the first damaged version. */
  version?: number;
  /** 400, 409: the version is inside a commit. These are the nearest versions that you can use. */
  nearest?: (number)[];
  /** 412: up to 100 events since your version. */
  missed?: (Line)[];
};

/** Commands in their order. The server accepts all of them or none. */
export type CommandBatch = {
  /** The commands, in the order in which they are tried. */
  commands: (Command)[];
  /** Needed only if several of your seats may act. */
  seat?: number | null;
  /** True: only try the commands. The server stores nothing. */
  dry_run?: boolean;
};

/** Commands to try, in their order. */
export type WhatIfRequest = {
  /** The version to start from. The default is the current one. */
  version?: number | null;
  /** The commands, in the order in which they are tried. */
  commands?: (Command)[];
  /** A number that determines the hidden values and the dice. Another number gives other values. */
  luck?: number;
};

/** The new holder of a seat. */
export type NewHolder = {
  /** Who plays the seat now. */
  kind: "open" | "bot" | "participant";
  /** The name of a bot. */
  bot?: string;
  /** A random name for an account in this one game: an account has another one in each game. */
  participant?: string;
};

/** A turn of your seat begins. */
export type TurnStartedContent = {
  /** The id of a game. */
  game: string;
  /** The ruleset of the game. */
  ruleset: string;
  /** The version of the event that the message is about. */
  version: number;
  /** The number of a seat, from 1. */
  seat: number;
};

/** A turn of your seat begins. */
export type TurnStartedMessage = {
  /** The version of CloudEvents. */
  specversion: "1.0";
  /** The id of the message, as in `webhook-id`. */
  id: string;
  /** The address of the game, or of the webhooks. */
  source: string;
  /** The type of the message. */
  type: "turn.started";
  /** When the message was written. */
  time: string;
  /** The type of `data`. */
  datacontenttype: "application/json";
  /** The seat that the message is for, such as `seat:2`. */
  subject?: string;
  /** A turn of your seat begins. */
  data: TurnStartedContent;
};

/** One of your seats has to decide. */
export type DecisionPendingContent = {
  /** The id of a game. */
  game: string;
  /** The ruleset of the game. */
  ruleset: string;
  /** The version of the event that the message is about. */
  version: number;
  /** The number of a seat, from 1. */
  seat: number;
  /** The kind of the decision: one of `decisions` of the ruleset. */
  kind: string | null;
  /** The deadline; null if the game has no clock. */
  deadline: string | null;
  /** The address of the commands that the seat may send. */
  legal_href: string;
};

/** One of your seats has to decide. */
export type DecisionPendingMessage = {
  /** The version of CloudEvents. */
  specversion: "1.0";
  /** The id of the message, as in `webhook-id`. */
  id: string;
  /** The address of the game, or of the webhooks. */
  source: string;
  /** The type of the message. */
  type: "decision.pending";
  /** When the message was written. */
  time: string;
  /** The type of `data`. */
  datacontenttype: "application/json";
  /** The seat that the message is for, such as `seat:2`. */
  subject?: string;
  /** One of your seats has to decide. */
  data: DecisionPendingContent;
};

/** One of your seats still has to decide. */
export type DecisionReminderContent = {
  /** The id of a game. */
  game: string;
  /** The ruleset of the game. */
  ruleset: string;
  /** The version of the event that the message is about. */
  version: number;
  /** The number of a seat, from 1. */
  seat: number;
  /** The kind of the decision: one of `decisions` of the ruleset. */
  kind: string | null;
  /** The deadline; null if the game has no clock. */
  deadline: string | null;
  /** The address of the commands that the seat may send. */
  legal_href: string;
};

/** One of your seats still has to decide. */
export type DecisionReminderMessage = {
  /** The version of CloudEvents. */
  specversion: "1.0";
  /** The id of the message, as in `webhook-id`. */
  id: string;
  /** The address of the game, or of the webhooks. */
  source: string;
  /** The type of the message. */
  type: "decision.reminder";
  /** When the message was written. */
  time: string;
  /** The type of `data`. */
  datacontenttype: "application/json";
  /** The seat that the message is for, such as `seat:2`. */
  subject?: string;
  /** One of your seats still has to decide. */
  data: DecisionReminderContent;
};

/** One of your games has started. */
export type GameStartedContent = {
  /** The id of a game. */
  game: string;
  /** The ruleset of the game. */
  ruleset: string;
  /** The version of the event that the message is about. */
  version: number;
  /** The seats in the order of their turns. */
  turn_order: (number)[];
};

/** One of your games has started. */
export type GameStartedMessage = {
  /** The version of CloudEvents. */
  specversion: "1.0";
  /** The id of the message, as in `webhook-id`. */
  id: string;
  /** The address of the game, or of the webhooks. */
  source: string;
  /** The type of the message. */
  type: "game.started";
  /** When the message was written. */
  time: string;
  /** The type of `data`. */
  datacontenttype: "application/json";
  /** The seat that the message is for, such as `seat:2`. */
  subject?: string;
  /** One of your games has started. */
  data: GameStartedContent;
};

/** One of your games is over. */
export type GameEndedContent = {
  /** The id of a game. */
  game: string;
  /** The ruleset of the game. */
  ruleset: string;
  /** The version of the event that the message is about. */
  version: number;
  /** Whether the game was played to its end. */
  status: "finished" | "aborted";
  /** The result, if the game is finished. */
  ranking?: (KernelPlacing)[];
  /** Who or what ended the game, if it was aborted. */
  reason?: string;
};

/** One of your games is over. */
export type GameEndedMessage = {
  /** The version of CloudEvents. */
  specversion: "1.0";
  /** The id of the message, as in `webhook-id`. */
  id: string;
  /** The address of the game, or of the webhooks. */
  source: string;
  /** The type of the message. */
  type: "game.ended";
  /** When the message was written. */
  time: string;
  /** The type of `data`. */
  datacontenttype: "application/json";
  /** The seat that the message is for, such as `seat:2`. */
  subject?: string;
  /** One of your games is over. */
  data: GameEndedContent;
};

/** A seat in one of your games has a new holder. */
export type SeatChangedContent = {
  /** The id of a game. */
  game: string;
  /** The ruleset of the game. */
  ruleset: string;
  /** The version of the event that the message is about. */
  version: number;
  /** The number of a seat, from 1. */
  changed_seat: number;
  /** The new holder of a seat. */
  to: NewHolder;
  /** What happened. */
  why: string;
};

/** A seat in one of your games has a new holder. */
export type SeatChangedMessage = {
  /** The version of CloudEvents. */
  specversion: "1.0";
  /** The id of the message, as in `webhook-id`. */
  id: string;
  /** The address of the game, or of the webhooks. */
  source: string;
  /** The type of the message. */
  type: "seat.changed";
  /** When the message was written. */
  time: string;
  /** The type of `data`. */
  datacontenttype: "application/json";
  /** The seat that the message is for, such as `seat:2`. */
  subject?: string;
  /** A seat in one of your games has a new holder. */
  data: SeatChangedContent;
};

/** You are invited to a seat. */
export type SeatInvitedContent = {
  /** The id of a game. */
  game: string;
  /** The ruleset of the game. */
  ruleset: string;
  /** The number of a seat, from 1. */
  seat: number;
  /** The id of the invitation. */
  invitation: string;
  /** Until when the invitation can be used. */
  expires_at: string;
  /** The address of the game. */
  href: string;
};

/** You are invited to a seat. */
export type SeatInvitedMessage = {
  /** The version of CloudEvents. */
  specversion: "1.0";
  /** The id of the message, as in `webhook-id`. */
  id: string;
  /** The address of the game, or of the webhooks. */
  source: string;
  /** The type of the message. */
  type: "seat.invited";
  /** When the message was written. */
  time: string;
  /** The type of `data`. */
  datacontenttype: "application/json";
  /** The seat that the message is for, such as `seat:2`. */
  subject?: string;
  /** You are invited to a seat. */
  data: SeatInvitedContent;
};

/** You asked for this message, to test the webhook. */
export type PingContent = Record<string, never>;

/** You asked for this message, to test the webhook. */
export type PingMessage = {
  /** The version of CloudEvents. */
  specversion: "1.0";
  /** The id of the message, as in `webhook-id`. */
  id: string;
  /** The address of the game, or of the webhooks. */
  source: string;
  /** The type of the message. */
  type: "ping";
  /** When the message was written. */
  time: string;
  /** The type of `data`. */
  datacontenttype: "application/json";
  /** The seat that the message is for, such as `seat:2`. */
  subject?: string;
  /** You asked for this message, to test the webhook. */
  data: PingContent;
};

/** A game was created. Its settings cannot change any more. */
export type KernelGameCreated = Envelope & {
  /** Always `game_created`. The value selects this schema. */
  type: "game_created";
  /** The fields that only this event has. */
  data: KernelGameCreatedData;
};

/** A participant took a seat. */
export type KernelSeatTaken = Envelope & {
  /** Always `seat_taken`. The value selects this schema. */
  type: "seat_taken";
  /** The fields that only this event has. */
  data: KernelSeatTakenData;
};

/** A participant left a seat before the start. The seat is open again, and its nonce is discarded. */
export type KernelSeatLeft = Envelope & {
  /** Always `seat_left`. The value selects this schema. */
  type: "seat_left";
  /** The fields that only this event has. */
  data: KernelSeatLeftData;
};

/** All seats are taken, and the joint key of the dice is fixed. */
export type KernelGameStarted = Envelope & {
  /** Always `game_started`. The value selects this schema. */
  type: "game_started";
  /** The fields that only this event has. */
  data: KernelGameStartedData;
};

/** Another holder plays the seat from now on. */
export type KernelSeatChanged = Envelope & {
  /** Always `seat_changed`. The value selects this schema. */
  type: "seat_changed";
  /** The fields that only this event has. */
  data: KernelSeatChangedData;
};

/** A seat missed its deadline. */
export type KernelDecisionTimedOut = Envelope & {
  /** Always `decision_timed_out`. The value selects this schema. */
  type: "decision_timed_out";
  /** The fields that only this event has. */
  data: KernelDecisionTimedOutData;
};

/** Another participant has the seat from now on. The previous participant agreed. */
export type KernelSeatPassed = Envelope & {
  /** Always `seat_passed`. The value selects this schema. */
  type: "seat_passed";
  /** The fields that only this event has. */
  data: KernelSeatPassedData;
};

/** The clock of a seat is paused, or all clocks if no seat is named. */
export type KernelClocksPaused = Envelope & {
  /** Always `clocks_paused`. The value selects this schema. */
  type: "clocks_paused";
  /** The fields that only this event has. */
  data: KernelClocksPausedData;
};

/** The paused clock of a seat runs again, or all clocks if no seat is named. */
export type KernelClocksResumed = Envelope & {
  /** Always `clocks_resumed`. The value selects this schema. */
  type: "clocks_resumed";
  /** The fields that only this event has. */
  data: KernelClocksResumedData;
};

/** The ruleset's state is again the state at version `to`. Nothing else is undone. */
export type KernelCommitsUndone = Envelope & {
  /** Always `commits_undone`. The value selects this schema. */
  type: "commits_undone";
  /** The fields that only this event has. */
  data: KernelCommitsUndoneData;
};

/** The reasons of a player or a bot for the next decision. They are sealed until the end of the game. */
export type KernelNoteSealed = Envelope & {
  /** Always `note_sealed`. The value selects this schema. */
  type: "note_sealed";
  /** The fields that only this event has. */
  data: KernelNoteSealedData;
};

/** The game ended without a result. The seed opens every seal. */
export type KernelGameAborted = Envelope & {
  /** Always `game_aborted`. The value selects this schema. */
  type: "game_aborted";
  /** The fields that only this event has. */
  data: KernelGameAbortedData;
};

/** The game is over and scored. The seed opens every seal. */
export type KernelGameFinished = Envelope & {
  /** Always `game_finished`. The value selects this schema. */
  type: "game_finished";
  /** The fields that only this event has. */
  data: KernelGameFinishedData;
};

/** A seat when the game is created. It is open, or a bot plays it. */
export type KernelSeatPlan = {
  /** The number of a seat, from 1. */
  seat: number;
  /** Whether a person may take the seat (`open`), or a bot plays it (`bot`). */
  kind: "open" | "bot";
  /** The name of a bot. */
  bot?: string | null;
  /** A colour of pieces, as the ruleset lists it. */
  colour?: string | null;
};

/** The time limits of a seat, as ISO 8601 durations. */
export type KernelClock = {
  /** The time for each decision. */
  per_decision: string;
  /** Additional time for the whole game. */
  bank: string;
  /** What happens when the time is over. */
  on_timeout: "bot" | "abort";
};

/** A game was created. Its settings cannot change any more. */
export type KernelGameCreatedData = {
  /** The name of a ruleset. */
  ruleset: string;
  /** The version of the ruleset that decides the whole game. */
  ruleset_version: number;
  /** A board: its name, or `sha256:…` and the hash of its file. */
  board: string;
  /** The value of every option of the game, including the defaults. */
  options: Record<string, boolean | number | string>;
  /** The seats of the table, from seat 1. */
  seats: (KernelSeatPlan)[];
  /** How the turn order is determined: `listed` is the order of the seats, `drawn` is a random order. */
  order: "listed" | "drawn";
  /** The algorithm of the dice. After the game, any reader can repeat every draw with it. */
  dice: "kontor-dice/1";
  /** The SHA-256 of the seed of the dice. It proves later that the server has not changed the seed. */
  commitment: string;
  /** The time limits of a seat, as ISO 8601 durations. */
  clock?: KernelClock | null;
  /** The bot that takes over a seat that misses its deadline. */
  stand_in?: string | null;
  /** True for a practice game, in which commands can be undone and a bot gives hints. */
  practice?: true | null;
  /** The system ends the game if it has not started by this time. */
  open_until?: string | null;
  /** The number of days without a new event after which the system ends the game. */
  idle_days?: number | null;
};

/** A participant took a seat. */
export type KernelSeatTakenData = {
  /** The number of a seat, from 1. */
  seat: number;
  /** A random name for an account in this one game: an account has another one in each game. */
  participant: string;
  /** The participant's contribution to the seed of the dice, as 32 bytes in hex. */
  nonce?: string | null;
  /** The nonce was given before the commitment to the seed. */
  before_commitment?: boolean;
  /** A colour of pieces, as the ruleset lists it. */
  colour?: string | null;
};

/** A participant left a seat before the start. The seat is open again, and its nonce is discarded. */
export type KernelSeatLeftData = {
  /** The number of a seat, from 1. */
  seat: number;
  /** A random name for an account in this one game: an account has another one in each game. */
  participant: string;
};

/** The nonce of a seat. */
export type KernelSeatNonce = {
  /** The number of a seat, from 1. */
  seat: number;
  /** 32 bytes in hex. With the server's seed, the nonces of all seats decide the dice. */
  nonce: string;
};

/** All seats are taken, and the joint key of the dice is fixed. */
export type KernelGameStartedData = {
  /** The nonces of the seats that gave one, in the order of the seats. */
  nonces: (KernelSeatNonce)[];
  /** A list. Each item is the number of a seat, from 1. */
  turn_order: (number)[];
};

/** A bot plays the seat. */
export type KernelBotHolder = {
  /** Always `bot`. */
  kind: "bot";
  /** The name of a bot. */
  bot: string;
};

/** A person plays the seat. */
export type KernelParticipantHolder = {
  /** Always `participant`. */
  kind: "participant";
  /** A random name for an account in this one game: an account has another one in each game. */
  participant: string;
};

/** Another holder plays the seat from now on. */
export type KernelSeatChangedData = {
  /** The number of a seat, from 1. */
  seat: number;
  /** The holder who plays the seat from now on. */
  to: KernelBotHolder | KernelParticipantHolder;
  /** The reason: the holder resigned, returned to the seat, or missed the deadline. */
  why: "resigned" | "returned" | "timed_out";
};

/** A seat missed its deadline. */
export type KernelDecisionTimedOutData = {
  /** The number of a seat, from 1. */
  seat: number;
  /** The time by which the seat had to decide. */
  deadline: string;
};

/** Another participant has the seat from now on. The previous participant agreed. */
export type KernelSeatPassedData = {
  /** The number of a seat, from 1. */
  seat: number;
  /** A random name for an account in this one game: an account has another one in each game. */
  from: string;
  /** A random name for an account in this one game: an account has another one in each game. */
  to: string;
};

/** The clock of a seat is paused, or all clocks if no seat is named. */
export type KernelClocksPausedData = {
  /** The reason: all people agreed, the holder is on vacation, or an administrator decided. */
  why: "agreed" | "vacation" | "admin";
  /** The number of a seat, from 1. */
  seat?: number | null;
  /** The planned end of the pause. */
  until?: string | null;
};

/** The paused clock of a seat runs again, or all clocks if no seat is named. */
export type KernelClocksResumedData = {
  /** The number of a seat, from 1. */
  seat?: number | null;
};

/** The ruleset's state is again the state at version `to`. Nothing else is undone. */
export type KernelCommitsUndoneData = {
  /** The version of the game whose state counts again. */
  to: number;
  /** The reason: a player took back commands of the own turn, or all people agreed. */
  why: "own_turn" | "agreed";
};

/** The reasons of a player or a bot for the next decision. They are sealed until the end of the game. */
export type KernelNoteSealedData = Record<string, never>;

/** The game ended without a result. The seed opens every seal. */
export type KernelGameAbortedData = {
  /** Who or what ended the game: its creator, all people together, an administrator, a deadline, or too many days without an event. */
  reason: "creator" | "agreed" | "admin" | "timed_out" | "abandoned";
  /** The seed of the dice, as 32 bytes in hex. It opens every seal of the log. */
  seed: string;
};

/** The place of a seat in the result. */
export type KernelPlacing = {
  /** The number of a seat, from 1. */
  seat: number;
  /** 1 is the winner. Equal seats share a rank. */
  rank: number;
  /** The points of the seat at the end. */
  total: number;
};

/** The game is over and scored. The seed opens every seal. */
export type KernelGameFinishedData = {
  /** The result: the place of every seat. */
  ranking: (KernelPlacing)[];
  /** The seed of the dice, as 32 bytes in hex. It opens every seal of the log. */
  seed: string;
};

/** Put the pawn into any province before the first turn (HT-2P-PROV-5). */
export type HansaPlacePawn = {
  /** Always `place_pawn`. The value selects this schema. */
  type: "place_pawn";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  /** A province of the variant for two, as in provinces[].id of the board. */
  province: string;
};

/** Move pieces from the stock to the supply, up to the value of bursa and at least one (HT-INCOME-1, HT-INCOME-2, HT-INCOME-4). */
export type HansaTakeIncome = {
  /** Always `take_income`. The value selects this schema. */
  type: "take_income";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  /** How many traders you take. */
  traders: number;
  /** How many merchants you take. */
  merchants: number;
};

/** Put one piece from your supply on an empty post (HT-PLACE-1, HT-PLACE-3). */
export type HansaPlacePiece = {
  /** Always `place_piece`. The value selects this schema. */
  type: "place_piece";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  /** A post, as "Emden~Groningen/2". */
  post: string;
  /** What a piece is: trader or merchant. */
  shape: "trader" | "merchant";
  /** The permission to use in Wales or Scotland (HT-BRIT-4, HT-BRIT-8). */
  permission?: string | null;
};

/** Replace a foreign piece with a piece from your supply (HT-DISPLACE-1, HT-DISPLACE-3, HT-DISPLACE-4). */
export type HansaDisplacePiece = {
  /** Always `displace_piece`. The value selects this schema. */
  type: "displace_piece";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  /** A post, as "Emden~Groningen/2". */
  post: string;
  /** What a piece is: trader or merchant. */
  shape: "trader" | "merchant";
  /** The pieces that go from your supply to your stock. */
  fee: HansaPieceCount;
  /** The permission to use in Wales or Scotland, as in `place_piece`. */
  permission?: string | null;
};

/** Place your displaced piece and any extra pieces, in the order of the list. Each piece goes to one of the nearest routes with an empty post for it (HT-DISPLACE-5, HT-DISPLACE-6, HT-DISPLACE-12). */
export type HansaPlaceDisplaced = {
  /** Always `place_displaced`. The value selects this schema. */
  type: "place_displaced";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  /** The pieces. */
  placements: (HansaPlacement)[];
};

/** Move own pieces to empty posts, up to the value of liber_sophiae (HT-MOVE-1, HT-MOVE-2, HT-MOVE-3). */
export type HansaMovePieces = {
  /** Always `move_pieces`. The value selects this schema. */
  type: "move_pieces";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  /** The pieces to move, each with its old and its new post. */
  moves: (HansaStep)[];
};

/** Establish a route of which you hold every post, and take at most one reward: an office, an ability or special prestige (HT-ROUTE-1, HT-ROUTE-8, HT-OFFICE-1, HT-ABILITY-1, HT-SPECIAL-1). In edition classic the bonus marker of the route may be used before the reward (HT-MARKER-2): `use` says how, as use_marker does. */
export type HansaEstablishRoute = {
  /** Always `establish_route`. The value selects this schema. */
  type: "establish_route";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  /** A route, as "Emden~Groningen". */
  route: string;
  /** The reward that you take. `kind` is `none` if you take none. */
  reward: HansaNoReward | HansaOfficeReward | HansaExtraOfficeReward | HansaAbilityReward | HansaSpecialReward;
  /** The use of a marker. Its kind decides which fields are needed: `city` and `left_index` (swap_offices, HT-MARKER-7), `ability` (develop_ability, HT-MARKER-9), `moves` (move_three, HT-MARKER-11), `posts` (remove_three, HT-MARKER-12), none (plus_…_actions, HT-MARKER-10). */
  use?: HansaMarkerUse | null;
};

/** Use the permanent marker of the route that you just established, or decline it (HT-MARKER-20). Its kind decides which fields are needed: `moves` (move_two_any, HT-EAST-9), none (develop_privilegium, HT-EAST-10), `city` and `shape` (occupy_green_city, HT-EAST-11), `placements` (redeploy_two, HT-EAST-12, and place_two_borderlands, HT-BRIT-16). */
export type HansaResolvePermanentMarker = {
  /** Always `resolve_permanent_marker`. The value selects this schema. */
  type: "resolve_permanent_marker";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  /** True to use the marker, false to decline it. */
  use: boolean;
  /** For move_two_any: the pieces to move. */
  moves?: (HansaStep)[] | null;
  /** A city, as in cities[].name of the board. */
  city?: string | null;
  /** What a piece is: trader or merchant. */
  shape?: "trader" | "merchant" | null;
  /** For redeploy_two and place_two_borderlands: the pieces to put on posts. */
  placements?: (HansaSetting)[] | null;
};

/** Use an unused marker in your turn, which costs no action (HT-MARKER-1, HT-MARKER-3). Its kind decides which fields are needed: `city` and `left_index` (swap_offices, HT-MARKER-7), `ability` (develop_ability, HT-MARKER-9), `moves` (move_three, HT-MARKER-11), `posts` (remove_three, HT-MARKER-12), none (plus_…_actions, HT-MARKER-10). */
export type HansaUseMarker = {
  /** Always `use_marker`. The value selects this schema. */
  type: "use_marker";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  /** A bonus marker, as "m04". */
  marker: string;
  /** A city, as in cities[].name of the board. */
  city?: string | null;
  /** An office of a city, by its position from 1 among the printed offices (green city: those on the right). */
  left_index?: number | null;
  /** An ability of the desk, as in cities[].develops of the board. */
  ability?: "keys" | "actiones" | "privilegium" | "liber_sophiae" | "bursa" | null;
  /** For move_three: the pieces to move. */
  moves?: (HansaStep)[] | null;
  /** A list. Each item is a post, as Emden~Groningen/2: its route, and its position in routes[].posts of the board, from 1. */
  posts?: (string)[] | null;
};

/** Buy a favour tile with two unused markers and all actions of this turn (HT-FAVOUR-2). */
export type HansaBuyFavour = {
  /** Always `buy_favour`. The value selects this schema. */
  type: "buy_favour";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  /** A favour tile. */
  tile: "free_relocation" | "extra_action" | "income_share" | "double_compensation" | "city_prestige" | "ability_prestige";
  /** The two unused markers that you pay with. */
  markers: (string)[];
};

/** Choose what your tile income_share does whenever another seat takes Income. The default is to take a trader (HT-FAVOUR-7, HT-RULING-36). */
export type HansaSetStandingOrder = {
  /** Always `set_standing_order`. The value selects this schema. */
  type: "set_standing_order";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  /** The choice that holds from now on. With `take` you take a trader, with `decline` you take none, with `ask` you decide each time. */
  favour_income: "take" | "decline" | "ask";
};

/** Take one trader from your stock after another seat took Income, or decline it (HT-FAVOUR-7). */
export type HansaResolveFavourIncome = {
  /** Always `resolve_favour_income`. The value selects this schema. */
  type: "resolve_favour_income";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  /** True to take the trader, false to decline. */
  take: boolean;
};

/** Remove one of your unused markers from the game. In return all borders are open to your actions in this turn (HT-BRIT-OPT-1, HT-BRIT-OPT-2, HT-BRIT-OPT-3). */
export type HansaPayOpenBorders = {
  /** Always `pay_open_borders`. The value selects this schema. */
  type: "pay_open_borders";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  /** A bonus marker, as "m04". */
  marker: string;
};

/** Move the pawn. A free move crosses one or two borders and is possible once a turn. As an action, the pawn moves to any province (HT-2P-PROV-6, HT-2P-PROV-7, HT-2P-PROV-8). */
export type HansaMovePawn = {
  /** Always `move_pawn`. The value selects this schema. */
  type: "move_pawn";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  /** A province of the variant for two, as in provinces[].id of the board. */
  province: string;
  /** `free`: the free move of the turn. `action`: a move that costs an action. */
  mode: "free" | "action";
};

/** Choose the city in which a neutral trader from the full route takes an office. Name no city if no office is empty (HT-2P-NEUT-11, HT-2P-NEUT-12, HT-2P-NEUT-14). */
export type HansaResolveNeutralRoute = {
  /** Always `resolve_neutral_route`. The value selects this schema. */
  type: "resolve_neutral_route";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  /** A route, as "Emden~Groningen". */
  route: string;
  /** A city, as in cities[].name of the board. */
  city?: string | null;
};

/** Place all revealed markers at routes, in the order of the list (HT-MARKER-14, HT-MARKER-16, HT-MARKER-17). */
export type HansaPlaceReplacements = {
  /** Always `place_replacements`. The value selects this schema. */
  type: "place_replacements";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  /** Where each revealed marker goes. */
  placements: (HansaAssignment)[];
};

/** Put the pawn into any province before the first turn (HT-2P-PROV-5). */
export type HansaPlacePawnOption = {
  /** Always `place_pawn`. The value selects this schema. */
  type: "place_pawn";
  /** A province of the variant for two, as in provinces[].id of the board. */
  province?: OpenField | string;
};

/** Move pieces from the stock to the supply, up to the value of bursa and at least one (HT-INCOME-1, HT-INCOME-2, HT-INCOME-4). */
export type HansaTakeIncomeOption = {
  /** Always `take_income`. The value selects this schema. */
  type: "take_income";
  /** How many traders you take. */
  traders?: OpenField | number;
  /** How many merchants you take. */
  merchants?: OpenField | number;
};

/** Put one piece from your supply on an empty post (HT-PLACE-1, HT-PLACE-3). */
export type HansaPlacePieceOption = {
  /** Always `place_piece`. The value selects this schema. */
  type: "place_piece";
  /** A post, as "Emden~Groningen/2". */
  post?: OpenField | string;
  /** What a piece is: trader or merchant. */
  shape?: OpenField | "trader" | "merchant";
  /** The permission to use in Wales or Scotland (HT-BRIT-4, HT-BRIT-8). */
  permission?: OpenField | string | null;
};

/** Replace a foreign piece with a piece from your supply (HT-DISPLACE-1, HT-DISPLACE-3, HT-DISPLACE-4). */
export type HansaDisplacePieceOption = {
  /** Always `displace_piece`. The value selects this schema. */
  type: "displace_piece";
  /** A post, as "Emden~Groningen/2". */
  post?: OpenField | string;
  /** What a piece is: trader or merchant. */
  shape?: OpenField | "trader" | "merchant";
  /** The pieces that go from your supply to your stock. */
  fee?: OpenField | HansaPieceCountOption;
  /** The permission to use in Wales or Scotland, as in `place_piece`. */
  permission?: OpenField | string | null;
};

/** Place your displaced piece and any extra pieces, in the order of the list. Each piece goes to one of the nearest routes with an empty post for it (HT-DISPLACE-5, HT-DISPLACE-6, HT-DISPLACE-12). */
export type HansaPlaceDisplacedOption = {
  /** Always `place_displaced`. The value selects this schema. */
  type: "place_displaced";
  /** The pieces. */
  placements?: OpenField | (OpenField | HansaPlacementOption)[];
};

/** Move own pieces to empty posts, up to the value of liber_sophiae (HT-MOVE-1, HT-MOVE-2, HT-MOVE-3). */
export type HansaMovePiecesOption = {
  /** Always `move_pieces`. The value selects this schema. */
  type: "move_pieces";
  /** The pieces to move, each with its old and its new post. */
  moves?: OpenField | (OpenField | HansaStepOption)[];
};

/** Establish a route of which you hold every post, and take at most one reward: an office, an ability or special prestige (HT-ROUTE-1, HT-ROUTE-8, HT-OFFICE-1, HT-ABILITY-1, HT-SPECIAL-1). In edition classic the bonus marker of the route may be used before the reward (HT-MARKER-2): `use` says how, as use_marker does. */
export type HansaEstablishRouteOption = {
  /** Always `establish_route`. The value selects this schema. */
  type: "establish_route";
  /** A route, as "Emden~Groningen". */
  route?: OpenField | string;
  /** The reward that you take. `kind` is `none` if you take none. */
  reward?: OpenField | HansaNoRewardOption | HansaOfficeRewardOption | HansaExtraOfficeRewardOption | HansaAbilityRewardOption | HansaSpecialRewardOption;
  /** The use of a marker. Its kind decides which fields are needed: `city` and `left_index` (swap_offices, HT-MARKER-7), `ability` (develop_ability, HT-MARKER-9), `moves` (move_three, HT-MARKER-11), `posts` (remove_three, HT-MARKER-12), none (plus_…_actions, HT-MARKER-10). */
  use?: OpenField | HansaMarkerUseOption | null;
};

/** Use the permanent marker of the route that you just established, or decline it (HT-MARKER-20). Its kind decides which fields are needed: `moves` (move_two_any, HT-EAST-9), none (develop_privilegium, HT-EAST-10), `city` and `shape` (occupy_green_city, HT-EAST-11), `placements` (redeploy_two, HT-EAST-12, and place_two_borderlands, HT-BRIT-16). */
export type HansaResolvePermanentMarkerOption = {
  /** Always `resolve_permanent_marker`. The value selects this schema. */
  type: "resolve_permanent_marker";
  /** True to use the marker, false to decline it. */
  use?: OpenField | boolean;
  /** For move_two_any: the pieces to move. */
  moves?: OpenField | (OpenField | HansaStepOption)[] | null;
  /** A city, as in cities[].name of the board. */
  city?: OpenField | string | null;
  /** What a piece is: trader or merchant. */
  shape?: OpenField | "trader" | "merchant" | null;
  /** For redeploy_two and place_two_borderlands: the pieces to put on posts. */
  placements?: OpenField | (OpenField | HansaSettingOption)[] | null;
};

/** Use an unused marker in your turn, which costs no action (HT-MARKER-1, HT-MARKER-3). Its kind decides which fields are needed: `city` and `left_index` (swap_offices, HT-MARKER-7), `ability` (develop_ability, HT-MARKER-9), `moves` (move_three, HT-MARKER-11), `posts` (remove_three, HT-MARKER-12), none (plus_…_actions, HT-MARKER-10). */
export type HansaUseMarkerOption = {
  /** Always `use_marker`. The value selects this schema. */
  type: "use_marker";
  /** A bonus marker, as "m04". */
  marker?: OpenField | string;
  /** A city, as in cities[].name of the board. */
  city?: OpenField | string | null;
  /** An office of a city, by its position from 1 among the printed offices (green city: those on the right). */
  left_index?: OpenField | number | null;
  /** An ability of the desk, as in cities[].develops of the board. */
  ability?: OpenField | "keys" | "actiones" | "privilegium" | "liber_sophiae" | "bursa" | null;
  /** For move_three: the pieces to move. */
  moves?: OpenField | (OpenField | HansaStepOption)[] | null;
  /** A list. Each item is a post, as Emden~Groningen/2: its route, and its position in routes[].posts of the board, from 1. */
  posts?: OpenField | (OpenField | string)[] | null;
};

/** Buy a favour tile with two unused markers and all actions of this turn (HT-FAVOUR-2). */
export type HansaBuyFavourOption = {
  /** Always `buy_favour`. The value selects this schema. */
  type: "buy_favour";
  /** A favour tile. */
  tile?: OpenField | "free_relocation" | "extra_action" | "income_share" | "double_compensation" | "city_prestige" | "ability_prestige";
  /** The two unused markers that you pay with. */
  markers?: OpenField | (string)[];
};

/** Choose what your tile income_share does whenever another seat takes Income. The default is to take a trader (HT-FAVOUR-7, HT-RULING-36). */
export type HansaSetStandingOrderOption = {
  /** Always `set_standing_order`. The value selects this schema. */
  type: "set_standing_order";
  /** The choice that holds from now on. With `take` you take a trader, with `decline` you take none, with `ask` you decide each time. */
  favour_income?: "take" | "decline" | "ask" | OpenField;
};

/** Take one trader from your stock after another seat took Income, or decline it (HT-FAVOUR-7). */
export type HansaResolveFavourIncomeOption = {
  /** Always `resolve_favour_income`. The value selects this schema. */
  type: "resolve_favour_income";
  /** True to take the trader, false to decline. */
  take?: OpenField | boolean;
};

/** Remove one of your unused markers from the game. In return all borders are open to your actions in this turn (HT-BRIT-OPT-1, HT-BRIT-OPT-2, HT-BRIT-OPT-3). */
export type HansaPayOpenBordersOption = {
  /** Always `pay_open_borders`. The value selects this schema. */
  type: "pay_open_borders";
  /** A bonus marker, as "m04". */
  marker?: OpenField | string;
};

/** Move the pawn. A free move crosses one or two borders and is possible once a turn. As an action, the pawn moves to any province (HT-2P-PROV-6, HT-2P-PROV-7, HT-2P-PROV-8). */
export type HansaMovePawnOption = {
  /** Always `move_pawn`. The value selects this schema. */
  type: "move_pawn";
  /** A province of the variant for two, as in provinces[].id of the board. */
  province?: OpenField | string;
  /** `free`: the free move of the turn. `action`: a move that costs an action. */
  mode?: "free" | "action" | OpenField;
};

/** Choose the city in which a neutral trader from the full route takes an office. Name no city if no office is empty (HT-2P-NEUT-11, HT-2P-NEUT-12, HT-2P-NEUT-14). */
export type HansaResolveNeutralRouteOption = {
  /** Always `resolve_neutral_route`. The value selects this schema. */
  type: "resolve_neutral_route";
  /** A route, as "Emden~Groningen". */
  route?: OpenField | string;
  /** A city, as in cities[].name of the board. */
  city?: OpenField | string | null;
};

/** Place all revealed markers at routes, in the order of the list (HT-MARKER-14, HT-MARKER-16, HT-MARKER-17). */
export type HansaPlaceReplacementsOption = {
  /** Always `place_replacements`. The value selects this schema. */
  type: "place_replacements";
  /** Where each revealed marker goes. */
  placements?: OpenField | (OpenField | HansaAssignmentOption)[];
};

/** The start seat was drawn. The other seats follow clockwise (HT-SETUP-9). */
export type HansaTurnOrderDrawnEvent = Envelope & {
  /** Always `turn_order_drawn`. The value selects this schema. */
  type: "turn_order_drawn";
  /** The fields that only this event has. */
  data: HansaTurnOrderDrawnData;
};

/** The three start markers are beside the taverns (HT-SETUP-5). */
export type HansaStartMarkersPlacedEvent = Envelope & {
  /** Always `start_markers_placed`. The value selects this schema. */
  type: "start_markers_placed";
  /** The fields that only this event has. */
  data: HansaStartMarkersPlacedData;
};

/** The other markers form the face-down supply. Sealed part k is the marker at position k + 1, and the last part is the shuffle itself. The id of a marker is its position (m04 is the first), so that an id reveals nothing (HT-INFO-8). */
export type HansaMarkerSupplyShuffledEvent = Envelope & {
  /** Always `marker_supply_shuffled`. The value selects this schema. */
  type: "marker_supply_shuffled";
  /** The fields that only this event has. */
  data: HansaMarkerSupplyShuffledData;
};

/** The favour tiles on display (HT-FAVOUR-1, HT-SETUP-10). */
export type HansaFavoursRevealedEvent = Envelope & {
  /** Always `favours_revealed`. The value selects this schema. */
  type: "favours_revealed";
  /** The fields that only this event has. */
  data: HansaFavoursRevealedData;
};

/** Each seat got a secret mission card. The sealed parts are in the order of `seats`, and each seat sees its own part. No seat sees the last part (HT-SETUP-10). */
export type HansaMissionsDealtEvent = Envelope & {
  /** Always `missions_dealt`. The value selects this schema. */
  type: "missions_dealt";
  /** The fields that only this event has. */
  data: HansaMissionsDealtData;
};

/** The seats got their supplies, stocks and desks (HT-SETUP-7, HT-SETUP-8). */
export type HansaPiecesDistributedEvent = Envelope & {
  /** Always `pieces_distributed`. The value selects this schema. */
  type: "pieces_distributed";
  /** The fields that only this event has. */
  data: HansaPiecesDistributedData;
};

/** Neutral traders were put on these posts, during set-up or because a marker was placed at the route (HT-2P-NEUT-2, HT-2P-NEUT-17). */
export type HansaNeutralPlacedEvent = Envelope & {
  /** Always `neutral_placed`. The value selects this schema. */
  type: "neutral_placed";
  /** The fields that only this event has. */
  data: HansaNeutralPlacedData;
};

/** This seat places the pawn, and the other seat begins. The seat was drawn, unless the turn order is fixed (HT-2P-PROV-5). */
export type HansaPawnPlacerDrawnEvent = Envelope & {
  /** Always `pawn_placer_drawn`. The value selects this schema. */
  type: "pawn_placer_drawn";
  /** The fields that only this event has. */
  data: HansaPawnPlacerDrawnData;
};

/** The pawn is in this province before the first turn (HT-2P-PROV-5). */
export type HansaPawnPlacedEvent = Envelope & {
  /** Always `pawn_placed`. The value selects this schema. */
  type: "pawn_placed";
  /** The fields that only this event has. */
  data: HansaPawnPlacedData;
};

/** The pawn moved to another province, in a free move or as an action (HT-2P-PROV-6, HT-2P-PROV-8). */
export type HansaPawnMovedEvent = Envelope & {
  /** Always `pawn_moved`. The value selects this schema. */
  type: "pawn_moved";
  /** The fields that only this event has. */
  data: HansaPawnMovedData;
};

/** Pieces went from the seat's stock to its supply (HT-INCOME-1). */
export type HansaIncomeTakenEvent = Envelope & {
  /** Always `income_taken`. The value selects this schema. */
  type: "income_taken";
  /** The fields that only this event has. */
  data: HansaIncomeTakenData;
};

/** The owner of income_share ordered to be asked, and decides now (HT-FAVOUR-7, HT-RULING-36). */
export type HansaFavourIncomeOfferedEvent = Envelope & {
  /** Always `favour_income_offered`. The value selects this schema. */
  type: "favour_income_offered";
  /** The fields that only this event has. */
  data: HansaFavourIncomeOfferedData;
};

/** The owner of income_share took one trader from its stock (HT-FAVOUR-7). */
export type HansaFavourIncomeTakenEvent = Envelope & {
  /** Always `favour_income_taken`. The value selects this schema. */
  type: "favour_income_taken";
  /** The fields that only this event has. */
  data: HansaFavourIncomeTakenData;
};

/** The owner of income_share took nothing (HT-FAVOUR-7). */
export type HansaFavourIncomeDeclinedEvent = Envelope & {
  /** Always `favour_income_declined`. The value selects this schema. */
  type: "favour_income_declined";
  /** The fields that only this event has. */
  data: HansaFavourIncomeDeclinedData;
};

/** The seat changed its standing order. Only this seat sees the order (HT-INFO-9). */
export type HansaStandingOrderSetEvent = Envelope & {
  /** Always `standing_order_set`. The value selects this schema. */
  type: "standing_order_set";
  /** The fields that only this event has. */
  data: HansaStandingOrderSetData;
};

/** A piece from the seat's supply is on the post now (HT-PLACE-1). */
export type HansaPiecePlacedEvent = Envelope & {
  /** Always `piece_placed`. The value selects this schema. */
  type: "piece_placed";
  /** The fields that only this event has. */
  data: HansaPiecePlacedData;
};

/** The permission of `city` is used up for this turn (HT-BRIT-5, HT-BRIT-7). */
export type HansaPermissionUsedEvent = Envelope & {
  /** Always `permission_used`. The value selects this schema. */
  type: "permission_used";
  /** The fields that only this event has. */
  data: HansaPermissionUsedData;
};

/** A piece of the seat `by`, of the given `shape`, is on the post now. The displaced piece of `owner` is off the board until it is placed again (HT-DISPLACE-1, HT-DISPLACE-21). */
export type HansaPieceDisplacedEvent = Envelope & {
  /** Always `piece_displaced`. The value selects this schema. */
  type: "piece_displaced";
  /** The fields that only this event has. */
  data: HansaPieceDisplacedData;
};

/** The fee for a displaced piece went from the seat's supply to its stock (HT-DISPLACE-3). */
export type HansaFeePaidEvent = Envelope & {
  /** Always `fee_paid`. The value selects this schema. */
  type: "fee_paid";
  /** The fields that only this event has. */
  data: HansaFeePaidData;
};

/** The extra pieces that come from the board were lifted. Their posts are empty now, and other pieces of the list may take them (HT-DISPLACE-10, HT-RULING-12). */
export type HansaExtrasLiftedEvent = Envelope & {
  /** Always `extras_lifted`. The value selects this schema. */
  type: "extras_lifted";
  /** The fields that only this event has. */
  data: HansaExtrasLiftedData;
};

/** The displaced piece, or an extra piece, is on the post `to` now (HT-DISPLACE-5, HT-DISPLACE-6). */
export type HansaDisplacedPlacedEvent = Envelope & {
  /** Always `displaced_placed`. The value selects this schema. */
  type: "displaced_placed";
  /** The fields that only this event has. */
  data: HansaDisplacedPlacedData;
};

/** The displaced seat declined extra pieces (HT-DISPLACE-8). */
export type HansaExtrasDeclinedEvent = Envelope & {
  /** Always `extras_declined`. The value selects this schema. */
  type: "extras_declined";
  /** The fields that only this event has. */
  data: HansaExtrasDeclinedData;
};

/** There was no post for a displaced neutral trader, so it went back to the neutral stock (HT-2P-NEUT-9). */
export type HansaNeutralReturnedEvent = Envelope & {
  /** Always `neutral_returned`. The value selects this schema. */
  type: "neutral_returned";
  /** The fields that only this event has. */
  data: HansaNeutralReturnedData;
};

/** The seat moved own pieces to other posts. All pieces moved at the same time (HT-MOVE-1, HT-MOVE-3). */
export type HansaPiecesMovedEvent = Envelope & {
  /** Always `pieces_moved`. The value selects this schema. */
  type: "pieces_moved";
  /** The fields that only this event has. */
  data: HansaPiecesMovedData;
};

/** The seat used one action of its turn (HT-TURN-2, HT-TURN-4). */
export type HansaActionSpentEvent = Envelope & {
  /** Always `action_spent`. The value selects this schema. */
  type: "action_spent";
  /** The fields that only this event has. */
  data: HansaActionSpentData;
};

/** The owner has a piece on every post of the route and establishes it. The next events are the results (HT-ROUTE-1, HT-ROUTE-2). */
export type HansaRouteEstablishedEvent = Envelope & {
  /** Always `route_established`. The value selects this schema. */
  type: "route_established";
  /** The fields that only this event has. */
  data: HansaRouteEstablishedData;
};

/** The owner got prestige points for controlling `city`, for the coin of an office in `city`, or for the link (HT-ROUTE-4, HT-OFFICE-4, HT-LINK-1). */
export type HansaPrestigeGainedEvent = Envelope & {
  /** Always `prestige_gained`. The value selects this schema. */
  type: "prestige_gained";
  /** The fields that only this event has. */
  data: HansaPrestigeGainedData;
};

/** The seat took the marker of the established route. The marker is unused (HT-ROUTE-6). */
export type HansaMarkerTakenEvent = Envelope & {
  /** Always `marker_taken`. The value selects this schema. */
  type: "marker_taken";
  /** The fields that only this event has. */
  data: HansaMarkerTakenData;
};

/** The seat drew a marker from the supply. It is face down on the plate, and no seat sees it until the end of the turn (HT-ROUTE-6). */
export type HansaReplacementDrawnEvent = Envelope & {
  /** Always `replacement_drawn`. The value selects this schema. */
  type: "replacement_drawn";
  /** The fields that only this event has. */
  data: HansaReplacementDrawnData;
};

/** The owner occupied a printed office of the city (HT-OFFICE-1). */
export type HansaOfficeOccupiedEvent = Envelope & {
  /** Always `office_occupied`. The value selects this schema. */
  type: "office_occupied";
  /** The fields that only this event has. */
  data: HansaOfficeOccupiedData;
};

/** A piece of the established route became an office left of all other offices in the city. The seat used `marker` for this (HT-OFFICE-8). */
export type HansaExtraOfficePlacedEvent = Envelope & {
  /** Always `extra_office_placed`. The value selects this schema. */
  type: "extra_office_placed";
  /** The fields that only this event has. */
  data: HansaExtraOfficePlacedData;
};

/** A piece became an office of a green city. On the left it is an extra office with a piece of the established route. On the right it comes from the supply, because of a permanent marker (HT-EAST-5). */
export type HansaGreenOfficePlacedEvent = Envelope & {
  /** Always `green_office_placed`. The value selects this schema. */
  type: "green_office_placed";
  /** The fields that only this event has. */
  data: HansaGreenOfficePlacedData;
};

/** The city is complete (HT-OFFICE-5). */
export type HansaCityCompletedEvent = Envelope & {
  /** Always `city_completed`. The value selects this schema. */
  type: "city_completed";
  /** The fields that only this event has. */
  data: HansaCityCompletedData;
};

/** The owner's offices connect the two link cities (HT-LINK-1). */
export type HansaLinkCompletedEvent = Envelope & {
  /** Always `link_completed`. The value selects this schema. */
  type: "link_completed";
  /** The fields that only this event has. */
  data: HansaLinkCompletedData;
};

/** The seat developed an ability to `level`. The piece `released` moved from the desk to the supply (HT-ABILITY-1). */
export type HansaAbilityDevelopedEvent = Envelope & {
  /** Always `ability_developed`. The value selects this schema. */
  type: "ability_developed";
  /** The fields that only this event has. */
  data: HansaAbilityDevelopedData;
};

/** A merchant of the established route is on the special space (HT-SPECIAL-1). */
export type HansaSpecialSpaceTakenEvent = Envelope & {
  /** Always `special_space_taken`. The value selects this schema. */
  type: "special_space_taken";
  /** The fields that only this event has. */
  data: HansaSpecialSpaceTakenData;
};

/** The pieces of the route that the reward did not use went to the stock (HT-ROUTE-10, HT-2P-NEUT-12). */
export type HansaRoutePiecesReturnedEvent = Envelope & {
  /** Always `route_pieces_returned`. The value selects this schema. */
  type: "route_pieces_returned";
  /** The fields that only this event has. */
  data: HansaRoutePiecesReturnedData;
};

/** The seat decides now whether it uses the permanent marker of the route (HT-MARKER-20). */
export type HansaPermanentMarkerOfferedEvent = Envelope & {
  /** Always `permanent_marker_offered`. The value selects this schema. */
  type: "permanent_marker_offered";
  /** The fields that only this event has. */
  data: HansaPermanentMarkerOfferedData;
};

/** The seat used the permanent marker of the route. The next events are the effects of the marker (HT-MARKER-20). */
export type HansaPermanentMarkerUsedEvent = Envelope & {
  /** Always `permanent_marker_used`. The value selects this schema. */
  type: "permanent_marker_used";
  /** The fields that only this event has. */
  data: HansaPermanentMarkerUsedData;
};

/** The seat declined to use the permanent marker of the route (HT-MARKER-20). */
export type HansaPermanentMarkerDeclinedEvent = Envelope & {
  /** Always `permanent_marker_declined`. The value selects this schema. */
  type: "permanent_marker_declined";
  /** The fields that only this event has. */
  data: HansaPermanentMarkerDeclinedData;
};

/** A marker moved pieces of one or more owners to other posts (HT-MARKER-11, HT-EAST-9, HT-EAST-12, HT-BRIT-16). */
export type HansaPiecesRelocatedEvent = Envelope & {
  /** Always `pieces_relocated`. The value selects this schema. */
  type: "pieces_relocated";
  /** The fields that only this event has. */
  data: HansaPiecesRelocatedData;
};

/** A marker removed pieces from posts. They went to their owners' supplies, or to the neutral stock (HT-MARKER-12). */
export type HansaPiecesRemovedEvent = Envelope & {
  /** Always `pieces_removed`. The value selects this schema. */
  type: "pieces_removed";
  /** The fields that only this event has. */
  data: HansaPiecesRemovedData;
};

/** The pieces of the offices `left_index` and `left_index` + 1 changed places (HT-MARKER-7). */
export type HansaOfficesSwappedEvent = Envelope & {
  /** Always `offices_swapped`. The value selects this schema. */
  type: "offices_swapped";
  /** The fields that only this event has. */
  data: HansaOfficesSwappedData;
};

/** A marker gives the seat `number` further actions in this turn (HT-MARKER-10, HT-TURN-2). */
export type HansaActionsGrantedEvent = Envelope & {
  /** Always `actions_granted`. The value selects this schema. */
  type: "actions_granted";
  /** The fields that only this event has. */
  data: HansaActionsGrantedData;
};

/** The seat used the marker. It still brings points at the end of the game (HT-MARKER-1). */
export type HansaMarkerUsedEvent = Envelope & {
  /** Always `marker_used`. The value selects this schema. */
  type: "marker_used";
  /** The fields that only this event has. */
  data: HansaMarkerUsedData;
};

/** The marker was removed from the game (HT-PIECE-8). */
export type HansaMarkerLeftGameEvent = Envelope & {
  /** Always `marker_left_game`. The value selects this schema. */
  type: "marker_left_game";
  /** The fields that only this event has. */
  data: HansaMarkerLeftGameData;
};

/** The seat bought the tile with two markers and its actions of this turn (HT-FAVOUR-2). */
export type HansaFavourBoughtEvent = Envelope & {
  /** Always `favour_bought`. The value selects this schema. */
  type: "favour_bought";
  /** The fields that only this event has. */
  data: HansaFavourBoughtData;
};

/** All borders are open to the first `covered_actions` actions of this turn (HT-BRIT-OPT-1, HT-BRIT-OPT-4). */
export type HansaBordersOpenedEvent = Envelope & {
  /** Always `borders_opened`. The value selects this schema. */
  type: "borders_opened";
  /** The fields that only this event has. */
  data: HansaBordersOpenedData;
};

/** Every post of the route has a neutral trader. The active seat decides about the route (HT-2P-NEUT-11). */
export type HansaNeutralRouteFilledEvent = Envelope & {
  /** Always `neutral_route_filled`. The value selects this schema. */
  type: "neutral_route_filled";
  /** The fields that only this event has. */
  data: HansaNeutralRouteFilledData;
};

/** The seat ends its turn. Before the next turn, it may have to place replacement markers (HT-TURN-7). */
export type HansaTurnEndRequestedEvent = Envelope & {
  /** Always `turn_end_requested`. The value selects this schema. */
  type: "turn_end_requested";
  /** The fields that only this event has. */
  data: HansaTurnEndRequestedData;
};

/** The markers that were drawn face down are revealed, and the seat places them now (HT-MARKER-16). */
export type HansaReplacementsRevealedEvent = Envelope & {
  /** Always `replacements_revealed`. The value selects this schema. */
  type: "replacements_revealed";
  /** The fields that only this event has. */
  data: HansaReplacementsRevealedData;
};

/** A new marker is at the route (HT-MARKER-14, HT-MARKER-17). */
export type HansaReplacementPlacedEvent = Envelope & {
  /** Always `replacement_placed`. The value selects this schema. */
  type: "replacement_placed";
  /** The fields that only this event has. */
  data: HansaReplacementPlacedData;
};

/** The end of the game is triggered. The reason is that `owners` have 20 points (prestige), no marker is left to draw (markers), or `counter` cities are complete (cities) (HT-END-1, HT-END-2, HT-END-3, HT-END-4). */
export type HansaEndTriggeredEvent = Envelope & {
  /** Always `end_triggered`. The value selects this schema. */
  type: "end_triggered";
  /** The fields that only this event has. */
  data: HansaEndTriggeredData;
};

/** Replacement markers that were drawn but not placed are removed face down (HT-END-7). */
export type HansaPlateDiscardedEvent = Envelope & {
  /** Always `plate_discarded`. The value selects this schema. */
  type: "plate_discarded";
  /** The fields that only this event has. */
  data: HansaPlateDiscardedData;
};

/** The current action was the last one. The final scoring is next (HT-END-1). */
export type HansaPlayEndedEvent = Envelope & {
  /** Always `play_ended`. The value selects this schema. */
  type: "play_ended";
  /** The fields that only this event has. */
  data: HansaPlayEndedData;
};

/** Every seat shows its mission card (HT-SCORE-11). */
export type HansaMissionsRevealedEvent = Envelope & {
  /** Always `missions_revealed`. The value selects this schema. */
  type: "missions_revealed";
  /** The fields that only this event has. */
  data: HansaMissionsRevealedData;
};

/** The options of a game: the edition, the modules, and the variant for two players. */
export type HansaOptions = {
  /** bigbox is the edition of 2020, classic the edition of 2009 and 2014. */
  edition?: "bigbox" | "classic";
  /** Favour tiles: bigbox, Hanse board, 3 to 5 seats. */
  favours?: boolean;
  /** Mission cards: bigbox, Hanse board, 3 to 5 seats. */
  missions?: boolean;
  /** The optional rule of 2014: Britannia boards. */
  open_borders?: boolean;
  /** The markers next to the taverns at the start. `fixed`: three kinds (the rulebooks of 2009 and 2020). `drawn`: any three, drawn from all (the quick start sheet). */
  start_markers?: "fixed" | "drawn";
  /** Britannia boards: the office that gives a city's permission, either the rightmost occupied office or the rightmost printed office. */
  permission_office?: "occupied" | "printed";
  /** Needed with two seats: provinces (Hanse board) or neutral (any board). */
  two_player_variant?: "provinces" | "neutral" | null;
};

/** The game as the viewer sees it. */
export type HansaState = {
  /** A board side, by the id in its file. */
  board: string;
  /** The edition of the rules: `bigbox` or `classic`. */
  edition: "bigbox" | "classic";
  /** Whether the game is played with favour tiles. */
  favours: boolean;
  /** Whether the game is played with mission cards. */
  missions: boolean;
  /** Whether the game is played with the option of open borders (Britannia). */
  open_borders: boolean;
  /** The variant for two players; null with more seats. */
  two_player_variant: "provinces" | "neutral" | null;
  /** The version of the last event of the ruleset. */
  version: number;
  /** What the game is waiting for. */
  phase: "setup" | "place_pawn" | "turn_start" | "actions" | "await_displaced" | "await_permanent" | "await_favour_income" | "await_neutral_route" | "replacements" | "finished";
  /** A list. Each item is a seat of the table; where it says so, 0 is the neutral colour. */
  turn_order: (number)[];
  /** A list. Each item is a seat of the table; where it says so, 0 is the neutral colour. */
  awaiting: (number)[];
  /** The turn that is being played. */
  turn: HansaTurnView;
  /** All seats, from seat 1. */
  seats: (HansaSeatView)[];
  /** The posts that are not empty. */
  posts: (HansaPostView)[];
  /** All cities with their offices. */
  cities: (HansaCityView)[];
  /** The special prestige spaces of the board. */
  special_prestige: (HansaSpaceView)[];
  /** The owners who completed the east-west link, in order. */
  links: (number)[];
  /** The number of complete cities. */
  completed_cities: number;
  /** The number of complete cities that ends the game. */
  completed_cities_limit: number;
  /** The bonus markers that lie at routes. */
  markers: (HansaLyingMarker)[];
  /** The number of markers left face down in the supply. */
  marker_supply: number;
  /** How many markers of each kind no seat has seen. They are in the supply, on a plate or discarded. */
  unseen_markers: Partial<Record<"extra_office" | "swap_offices" | "move_three" | "remove_three" | "develop_ability" | "plus_three_actions" | "plus_four_actions" | "blank_1" | "blank_2", number>>;
  /** The markers that the active seat must place at routes now. */
  revealed_replacements: (HansaMarkerView)[];
  /** The markers that were removed from the game face up. */
  markers_out_of_game: (HansaMarkerView)[];
  /** Markers that left the game face down. */
  discarded_unseen: (string)[];
  /** A list. Each item is a favour tile. */
  favour_display: ("free_relocation" | "extra_action" | "income_share" | "double_compensation" | "city_prestige" | "ability_prestige")[];
  /** The conditions for the end that are met. */
  triggers: ("prestige" | "markers" | "cities")[];
  /** A list. Each item is a seat of the table; where it says so, 0 is the neutral colour. */
  reached_twenty: (number)[];
  /** All gains of prestige points during the game. */
  gains: (HansaGainView)[];
  /** Fully developed abilities. */
  mastered: (HansaMasteredView)[];
  /** Whether the mission cards are face up. */
  missions_shown: boolean;
  /** Whether the final scoring is done. */
  scored: boolean;
  /** The versions of the events that contain the sealed order of the markers and the sealed mission cards. */
  seals: HansaSealsView;
  /** The province of the pawn. */
  pawn?: string | null;
  /** The neutral colour; null without it. */
  neutral?: HansaNeutralView | null;
  /** A displaced piece that must be placed again. */
  displaced?: HansaDisplacedView | null;
  /** A permanent marker that the seat must use or decline. */
  permanent?: HansaPermanentView | null;
};

/** A number of pieces of each shape. */
export type HansaPieceCount = {
  /** The number of traders (cubes). */
  traders: number;
  /** The number of merchants (discs). */
  merchants: number;
};

/** A piece to place: the displaced piece, or an extra piece from the stock, the supply or a post. */
export type HansaPlacement = {
  /** Where the piece comes from. */
  source: "displaced" | "stock" | "supply" | "board";
  /** What a piece is: trader or merchant. */
  shape: "trader" | "merchant";
  /** A post, as "Emden~Groningen/2". */
  to: string;
  /** The post that an extra piece from the board leaves. */
  from?: string | null;
};

/** A move of one piece from a post to another. All pieces of a list are lifted before any piece is set down. */
export type HansaStep = {
  /** A post, as "Emden~Groningen/2". */
  from: string;
  /** A post, as "Emden~Groningen/2". */
  to: string;
};

/** Take no reward. The route still brings points and its marker (HT-ROUTE-11). */
export type HansaNoReward = {
  /** Always `none`. */
  kind: "none";
};

/** Occupy the leftmost empty office of an end city (HT-OFFICE-1). */
export type HansaOfficeReward = {
  /** Always `office`. */
  kind: "office";
  /** A city, as in cities[].name of the board. */
  city: string;
  /** What a piece is: trader or merchant. */
  shape: "trader" | "merchant";
};

/** Use a marker to put a piece left of all offices of an end city (HT-OFFICE-8). */
export type HansaExtraOfficeReward = {
  /** Always `extra_office`. */
  kind: "extra_office";
  /** A city, as in cities[].name of the board. */
  city: string;
  /** What a piece is: trader or merchant. */
  shape: "trader" | "merchant";
  /** A bonus marker, as "m04". */
  marker: string;
};

/** Develop an ability that an end city offers (HT-ABILITY-1). */
export type HansaAbilityReward = {
  /** Always `ability`. */
  kind: "ability";
  /** A city, as in cities[].name of the board. */
  city: string;
  /** An ability of the desk, as in cities[].develops of the board. */
  ability: "keys" | "actiones" | "privilegium" | "liber_sophiae" | "bursa";
};

/** Put a merchant on a special prestige space. */
export type HansaSpecialReward = {
  /** Always `special`. */
  kind: "special";
  /** A city, as in cities[].name of the board. */
  city: string;
  /** The points of the space, which identify it (HT-SPECIAL-1). */
  space: number;
};

/** The use of a marker. Its kind decides which fields are needed: `city` and `left_index` (swap_offices, HT-MARKER-7), `ability` (develop_ability, HT-MARKER-9), `moves` (move_three, HT-MARKER-11), `posts` (remove_three, HT-MARKER-12), none (plus_…_actions, HT-MARKER-10). */
export type HansaMarkerUse = {
  /** A bonus marker, as "m04". */
  marker: string;
  /** A city, as in cities[].name of the board. */
  city?: string | null;
  /** An office of a city, by its position from 1 among the printed offices (green city: those on the right). */
  left_index?: number | null;
  /** An ability of the desk, as in cities[].develops of the board. */
  ability?: "keys" | "actiones" | "privilegium" | "liber_sophiae" | "bursa" | null;
  /** For move_three: the pieces to move. */
  moves?: (HansaStep)[] | null;
  /** A list. Each item is a post, as Emden~Groningen/2: its route, and its position in routes[].posts of the board, from 1. */
  posts?: (string)[] | null;
};

/** One piece to put on a post. */
export type HansaSetting = {
  /** What a piece is: trader or merchant. */
  shape: "trader" | "merchant";
  /** A post, as "Emden~Groningen/2". */
  to: string;
  /** Where the piece comes from. */
  source?: "stock" | "supply" | "board" | null;
  /** The post that a piece from the board leaves. Only place_two_borderlands uses these two fields. */
  from?: string | null;
};

/** A marker and the route at which it is placed. The route is left out if no route can take the marker (HT-MARKER-17). */
export type HansaAssignment = {
  /** A bonus marker, as "m04". */
  marker: string;
  /** A route, as "Emden~Groningen". */
  route?: string | null;
};

/** A number of pieces of each shape. */
export type HansaPieceCountOption = {
  /** The number of traders (cubes). */
  traders?: OpenField | number;
  /** The number of merchants (discs). */
  merchants?: OpenField | number;
};

export type HansaPlacementOption = {
  /** Where the piece comes from. */
  source?: "displaced" | "stock" | "supply" | "board" | OpenField;
  /** What a piece is: trader or merchant. */
  shape?: OpenField | "trader" | "merchant";
  /** A post, as "Emden~Groningen/2". */
  to?: OpenField | string;
  /** The post that an extra piece from the board leaves. */
  from?: OpenField | string | null;
};

export type HansaStepOption = {
  /** A post, as "Emden~Groningen/2". */
  from?: OpenField | string;
  /** A post, as "Emden~Groningen/2". */
  to?: OpenField | string;
};

/** Take no reward. The route still brings points and its marker (HT-ROUTE-11). */
export type HansaNoRewardOption = {
  /** Always `none`. */
  kind?: "none" | OpenField;
};

/** Occupy the leftmost empty office of an end city (HT-OFFICE-1). */
export type HansaOfficeRewardOption = {
  /** Always `office`. */
  kind?: "office" | OpenField;
  /** A city, as in cities[].name of the board. */
  city?: OpenField | string;
  /** What a piece is: trader or merchant. */
  shape?: OpenField | "trader" | "merchant";
};

/** Use a marker to put a piece left of all offices of an end city (HT-OFFICE-8). */
export type HansaExtraOfficeRewardOption = {
  /** Always `extra_office`. */
  kind?: "extra_office" | OpenField;
  /** A city, as in cities[].name of the board. */
  city?: OpenField | string;
  /** What a piece is: trader or merchant. */
  shape?: OpenField | "trader" | "merchant";
  /** A bonus marker, as "m04". */
  marker?: OpenField | string;
};

/** Develop an ability that an end city offers (HT-ABILITY-1). */
export type HansaAbilityRewardOption = {
  /** Always `ability`. */
  kind?: "ability" | OpenField;
  /** A city, as in cities[].name of the board. */
  city?: OpenField | string;
  /** An ability of the desk, as in cities[].develops of the board. */
  ability?: OpenField | "keys" | "actiones" | "privilegium" | "liber_sophiae" | "bursa";
};

/** Put a merchant on a special prestige space. */
export type HansaSpecialRewardOption = {
  /** Always `special`. */
  kind?: "special" | OpenField;
  /** A city, as in cities[].name of the board. */
  city?: OpenField | string;
  /** The points of the space, which identify it (HT-SPECIAL-1). */
  space?: OpenField | number;
};

/** The use of a marker. Its kind decides which fields are needed: `city` and `left_index` (swap_offices, HT-MARKER-7), `ability` (develop_ability, HT-MARKER-9), `moves` (move_three, HT-MARKER-11), `posts` (remove_three, HT-MARKER-12), none (plus_…_actions, HT-MARKER-10). */
export type HansaMarkerUseOption = {
  /** A bonus marker, as "m04". */
  marker?: OpenField | string;
  /** A city, as in cities[].name of the board. */
  city?: OpenField | string | null;
  /** An office of a city, by its position from 1 among the printed offices (green city: those on the right). */
  left_index?: OpenField | number | null;
  /** An ability of the desk, as in cities[].develops of the board. */
  ability?: OpenField | "keys" | "actiones" | "privilegium" | "liber_sophiae" | "bursa" | null;
  /** For move_three: the pieces to move. */
  moves?: OpenField | (OpenField | HansaStepOption)[] | null;
  /** A list. Each item is a post, as Emden~Groningen/2: its route, and its position in routes[].posts of the board, from 1. */
  posts?: OpenField | (OpenField | string)[] | null;
};

export type HansaSettingOption = {
  /** What a piece is: trader or merchant. */
  shape?: OpenField | "trader" | "merchant";
  /** A post, as "Emden~Groningen/2". */
  to?: OpenField | string;
  /** Where the piece comes from. */
  source?: "stock" | "supply" | "board" | OpenField | null;
  /** The post that a piece from the board leaves. Only place_two_borderlands uses these two fields. */
  from?: OpenField | string | null;
};

export type HansaAssignmentOption = {
  /** A bonus marker, as "m04". */
  marker?: OpenField | string;
  /** A route, as "Emden~Groningen". */
  route?: OpenField | string | null;
};

/** A drawn number from 0 to `below` − 1. `purpose` and `counter` are the address of the draw. */
export type HansaDraw = {
  /** What the number was drawn for. */
  purpose: string;
  /** How many draws of this purpose the game made before this one. */
  counter: number;
  /** The number of possible values. */
  below: number;
  /** The drawn number, from 0. */
  value: number;
};

/** The start seat was drawn. The other seats follow clockwise (HT-SETUP-9). */
export type HansaTurnOrderDrawnData = {
  /** A list. Each item is a seat of the table; where it says so, 0 is the neutral colour. */
  order: (number)[];
  /** The random draw of the start seat. */
  draws?: (HansaDraw)[];
};

/** A start marker and its route. */
export type HansaStartMarker = {
  /** A bonus marker, as "m04". */
  marker: string;
  /** What a bonus marker does. */
  kind: "extra_office" | "swap_offices" | "move_three" | "remove_three" | "develop_ability" | "plus_three_actions" | "plus_four_actions" | "blank_1" | "blank_2";
  /** A route, as "Emden~Groningen". */
  route: string;
};

/** A list and a random order of it. */
export type HansaShuffle = {
  /** What was shuffled. */
  purpose: string;
  /** How many draws of this purpose the game made before this one. */
  counter: number;
  /** The list before the draw. */
  shuffle: (number | string)[];
  /** The drawn order. */
  value: (number | string)[];
};

/** The three start markers are beside the taverns (HT-SETUP-5). */
export type HansaStartMarkersPlacedData = {
  /** The markers, each with its route. */
  markers: (HansaStartMarker)[];
  /** The random draws that distributed the markers. */
  draws?: (HansaShuffle)[];
};

/** The other markers form the face-down supply. Sealed part k is the marker at position k + 1, and the last part is the shuffle itself. The id of a marker is its position (m04 is the first), so that an id reveals nothing (HT-INFO-8). */
export type HansaMarkerSupplyShuffledData = {
  /** The number of markers in the supply. */
  count: number;
  /** How many markers of each kind are in the supply. */
  kinds: Partial<Record<"extra_office" | "swap_offices" | "move_three" | "remove_three" | "develop_ability" | "plus_three_actions" | "plus_four_actions" | "blank_1" | "blank_2", number>>;
};

/** The favour tiles on display (HT-FAVOUR-1, HT-SETUP-10). */
export type HansaFavoursRevealedData = {
  /** A list. Each item is a favour tile. */
  tiles: ("free_relocation" | "extra_action" | "income_share" | "double_compensation" | "city_prestige" | "ability_prestige")[];
  /** The random draws of the tiles. */
  draws?: (HansaShuffle)[];
};

/** Each seat got a secret mission card. The sealed parts are in the order of `seats`, and each seat sees its own part. No seat sees the last part (HT-SETUP-10). */
export type HansaMissionsDealtData = {
  /** A list. Each item is a seat of the table; where it says so, 0 is the neutral colour. */
  seats: (number)[];
};

/** The level of each ability: the number of pieces that were removed from its track. */
export type HansaDesk = {
  /** The level of keys, from 0. */
  keys?: number;
  /** The level of actiones, from 0. */
  actiones?: number;
  /** The level of privilegium, from 0. */
  privilegium?: number;
  /** The level of liber_sophiae, from 0. */
  liber_sophiae?: number;
  /** The level of bursa, from 0. */
  bursa?: number;
};

/** The pieces that a seat has at the start, in its supply and stock (HT-PIECE-1), and how far its abilities are developed. */
export type HansaShare = {
  /** A seat of the table; where it says so, 0 is the neutral colour. */
  seat: number;
  /** A number of pieces of each shape. */
  supply: HansaPieceCount;
  /** A number of pieces of each shape. */
  stock: HansaPieceCount;
  /** The level of each ability: the number of pieces that were removed from its track. */
  desk: HansaDesk;
};

/** The seats got their supplies, stocks and desks (HT-SETUP-7, HT-SETUP-8). */
export type HansaPiecesDistributedData = {
  /** The pieces of each seat. */
  shares: (HansaShare)[];
};

/** Neutral traders were put on these posts, during set-up or because a marker was placed at the route (HT-2P-NEUT-2, HT-2P-NEUT-17). */
export type HansaNeutralPlacedData = {
  /** A list. Each item is a post, as Emden~Groningen/2: its route, and its position in routes[].posts of the board, from 1. */
  posts: (string)[];
};

/** This seat places the pawn, and the other seat begins. The seat was drawn, unless the turn order is fixed (HT-2P-PROV-5). */
export type HansaPawnPlacerDrawnData = {
  /** A seat of the table; where it says so, 0 is the neutral colour. */
  seat: number;
  /** The random draw of the seat. The list is empty if the turn order is fixed. */
  draws?: (HansaDraw)[];
};

/** The pawn is in this province before the first turn (HT-2P-PROV-5). */
export type HansaPawnPlacedData = {
  /** A province of the variant for two, as in provinces[].id of the board. */
  province: string;
};

/** The pawn moved to another province, in a free move or as an action (HT-2P-PROV-6, HT-2P-PROV-8). */
export type HansaPawnMovedData = {
  /** A province of the variant for two, as in provinces[].id of the board. */
  from: string;
  /** A province of the variant for two, as in provinces[].id of the board. */
  to: string;
  /** `free`: the free move of the turn. `action`: a move that cost an action. */
  mode: "free" | "action";
};

/** A seat begins its turn (HT-TURN-1, HT-TURN-2). */
export type HansaTurnStartedData = {
  /** A seat of the table; where it says so, 0 is the neutral colour. */
  seat: number;
  /** How many actions it has. */
  allowance: number;
};

/** Pieces went from the seat's stock to its supply (HT-INCOME-1). */
export type HansaIncomeTakenData = {
  /** A seat of the table; where it says so, 0 is the neutral colour. */
  seat: number;
  /** How many traders the seat took. */
  traders: number;
  /** How many merchants the seat took. */
  merchants: number;
};

/** The owner of income_share ordered to be asked, and decides now (HT-FAVOUR-7, HT-RULING-36). */
export type HansaFavourIncomeOfferedData = {
  /** A seat of the table; where it says so, 0 is the neutral colour. */
  seat: number;
};

/** The owner of income_share took one trader from its stock (HT-FAVOUR-7). */
export type HansaFavourIncomeTakenData = {
  /** A seat of the table; where it says so, 0 is the neutral colour. */
  seat: number;
};

/** The owner of income_share took nothing (HT-FAVOUR-7). */
export type HansaFavourIncomeDeclinedData = {
  /** A seat of the table; where it says so, 0 is the neutral colour. */
  seat: number;
};

/** The seat changed its standing order. Only this seat sees the order (HT-INFO-9). */
export type HansaStandingOrderSetData = {
  /** A seat of the table; where it says so, 0 is the neutral colour. */
  seat: number;
};

/** A piece from the seat's supply is on the post now (HT-PLACE-1). */
export type HansaPiecePlacedData = {
  /** A seat of the table; where it says so, 0 is the neutral colour. */
  seat: number;
  /** What a piece is: trader or merchant. */
  shape: "trader" | "merchant";
  /** A post, as "Emden~Groningen/2". */
  post: string;
};

/** The permission of `city` is used up for this turn (HT-BRIT-5, HT-BRIT-7). */
export type HansaPermissionUsedData = {
  /** A seat of the table; where it says so, 0 is the neutral colour. */
  seat: number;
  /** A city, as in cities[].name of the board. */
  city: string;
};

/** A piece of the seat `by`, of the given `shape`, is on the post now. The displaced piece of `owner` is off the board until it is placed again (HT-DISPLACE-1, HT-DISPLACE-21). */
export type HansaPieceDisplacedData = {
  /** A seat of the table; where it says so, 0 is the neutral colour. */
  by: number;
  /** A seat; 0 is the neutral colour. */
  owner: number;
  /** What a piece is: trader or merchant. */
  displaced: "trader" | "merchant";
  /** What a piece is: trader or merchant. */
  shape: "trader" | "merchant";
  /** A post, as "Emden~Groningen/2". */
  post: string;
  /** How many extra pieces the owner may place in addition to the displaced one. */
  max_extras: number;
};

/** The fee for a displaced piece went from the seat's supply to its stock (HT-DISPLACE-3). */
export type HansaFeePaidData = {
  /** A seat of the table; where it says so, 0 is the neutral colour. */
  seat: number;
  /** How many traders the seat paid. */
  traders: number;
  /** How many merchants the seat paid. */
  merchants: number;
};

export type HansaLiftedPiece = {
  /** What a piece is: trader or merchant. */
  shape: "trader" | "merchant";
  /** A post, as "Emden~Groningen/2". */
  from: string;
};

/** The extra pieces that come from the board were lifted. Their posts are empty now, and other pieces of the list may take them (HT-DISPLACE-10, HT-RULING-12). */
export type HansaExtrasLiftedData = {
  /** A seat; 0 is the neutral colour. */
  owner: number;
  /** The lifted pieces, with the posts that they left. */
  pieces: (HansaLiftedPiece)[];
};

/** The displaced piece, or an extra piece, is on the post `to` now (HT-DISPLACE-5, HT-DISPLACE-6). */
export type HansaDisplacedPlacedData = {
  /** A seat; 0 is the neutral colour. */
  owner: number;
  /** Where it comes from. */
  source: "displaced" | "stock" | "supply" | "board";
  /** What a piece is: trader or merchant. */
  shape: "trader" | "merchant";
  /** A post, as "Emden~Groningen/2". */
  to: string;
  /** A post, as "Emden~Groningen/2". */
  from?: string | null;
};

/** The displaced seat declined extra pieces (HT-DISPLACE-8). */
export type HansaExtrasDeclinedData = {
  /** A seat; 0 is the neutral colour. */
  owner: number;
  /** How many it could have placed. */
  count: number;
};

/** There was no post for a displaced neutral trader, so it went back to the neutral stock (HT-2P-NEUT-9). */
export type HansaNeutralReturnedData = {
  /** How many neutral traders went back. */
  count: number;
};

/** A piece that moved from one post to another. */
export type HansaMovedPiece = {
  /** A post, as "Emden~Groningen/2". */
  from: string;
  /** A post, as "Emden~Groningen/2". */
  to: string;
  /** What a piece is: trader or merchant. */
  shape: "trader" | "merchant";
};

/** The seat moved own pieces to other posts. All pieces moved at the same time (HT-MOVE-1, HT-MOVE-3). */
export type HansaPiecesMovedData = {
  /** A seat of the table; where it says so, 0 is the neutral colour. */
  seat: number;
  /** The pieces, each with its old and its new post. */
  moves: (HansaMovedPiece)[];
};

/** The seat used one action of its turn (HT-TURN-2, HT-TURN-4). */
export type HansaActionSpentData = {
  /** A seat of the table; where it says so, 0 is the neutral colour. */
  seat: number;
  /** The number of actions used so far, with this one. */
  used: number;
  /** How many actions the seat has in this turn, with those of markers. */
  allowance: number;
};

/** The owner has a piece on every post of the route and establishes it. The next events are the results (HT-ROUTE-1, HT-ROUTE-2). */
export type HansaRouteEstablishedData = {
  /** A seat; 0 is the neutral colour. */
  owner: number;
  /** A route, as "Emden~Groningen". */
  route: string;
};

/** The owner got prestige points for controlling `city`, for the coin of an office in `city`, or for the link (HT-ROUTE-4, HT-OFFICE-4, HT-LINK-1). */
export type HansaPrestigeGainedData = {
  /** A seat; 0 is the neutral colour. */
  owner: number;
  /** How many points the owner got. */
  points: number;
  /** Why: for the control of a city, for the coin of an office, or for the link. */
  reason: "control" | "coin" | "link";
  /** The owner's prestige afterwards. */
  total: number;
  /** A city, as in cities[].name of the board. */
  city?: string | null;
  /** The rank of the link. */
  rank?: number | null;
};

/** The seat took the marker of the established route. The marker is unused (HT-ROUTE-6). */
export type HansaMarkerTakenData = {
  /** A seat of the table; where it says so, 0 is the neutral colour. */
  seat: number;
  /** A bonus marker, as "m04". */
  marker: string;
  /** What a bonus marker does. */
  kind: "extra_office" | "swap_offices" | "move_three" | "remove_three" | "develop_ability" | "plus_three_actions" | "plus_four_actions" | "blank_1" | "blank_2";
  /** A route, as "Emden~Groningen". */
  route: string;
};

/** The seat drew a marker from the supply. It is face down on the plate, and no seat sees it until the end of the turn (HT-ROUTE-6). */
export type HansaReplacementDrawnData = {
  /** A seat of the table; where it says so, 0 is the neutral colour. */
  seat: number;
  /** How many markers are left in the supply. */
  supply_left: number;
  /** The position of the marker in the supply. */
  position: number;
};

/** The owner occupied a printed office of the city (HT-OFFICE-1). */
export type HansaOfficeOccupiedData = {
  /** A seat; 0 is the neutral colour. */
  owner: number;
  /** A city, as in cities[].name of the board. */
  city: string;
  /** The position of the office among the printed offices, counted from 1 on the left. */
  index: number;
  /** What a piece is: trader or merchant. */
  shape: "trader" | "merchant";
};

/** A piece of the established route became an office left of all other offices in the city. The seat used `marker` for this (HT-OFFICE-8). */
export type HansaExtraOfficePlacedData = {
  /** A seat of the table; where it says so, 0 is the neutral colour. */
  seat: number;
  /** A city, as in cities[].name of the board. */
  city: string;
  /** What a piece is: trader or merchant. */
  shape: "trader" | "merchant";
  /** A bonus marker, as "m04". */
  marker: string;
};

/** A piece became an office of a green city. On the left it is an extra office with a piece of the established route. On the right it comes from the supply, because of a permanent marker (HT-EAST-5). */
export type HansaGreenOfficePlacedData = {
  /** A seat of the table; where it says so, 0 is the neutral colour. */
  seat: number;
  /** A city, as in cities[].name of the board. */
  city: string;
  /** What a piece is: trader or merchant. */
  shape: "trader" | "merchant";
  /** The side of the city on which the office is. */
  side: "left" | "right";
};

/** The city is complete (HT-OFFICE-5). */
export type HansaCityCompletedData = {
  /** A city, as in cities[].name of the board. */
  city: string;
  /** The number of complete cities. */
  counter: number;
};

/** The owner's offices connect the two link cities (HT-LINK-1). */
export type HansaLinkCompletedData = {
  /** A seat; 0 is the neutral colour. */
  owner: number;
  /** 1 for the first owner with the link, then 2, 3, …. */
  rank: number;
};

/** The seat developed an ability to `level`. The piece `released` moved from the desk to the supply (HT-ABILITY-1). */
export type HansaAbilityDevelopedData = {
  /** A seat of the table; where it says so, 0 is the neutral colour. */
  seat: number;
  /** An ability of the desk, as in cities[].develops of the board. */
  ability: "keys" | "actiones" | "privilegium" | "liber_sophiae" | "bursa";
  /** The new level of the ability: the number of pieces that were removed from its track. */
  level: number;
  /** What a piece is: trader or merchant. */
  released: "trader" | "merchant";
};

/** A merchant of the established route is on the special space (HT-SPECIAL-1). */
export type HansaSpecialSpaceTakenData = {
  /** A seat of the table; where it says so, 0 is the neutral colour. */
  seat: number;
  /** The points of the space, which identify it. */
  space: number;
};

/** The pieces of the route that the reward did not use went to the stock (HT-ROUTE-10, HT-2P-NEUT-12). */
export type HansaRoutePiecesReturnedData = {
  /** A seat; 0 is the neutral colour. */
  owner: number;
  /** A route, as "Emden~Groningen". */
  route: string;
  /** How many traders went to the stock. */
  traders: number;
  /** How many merchants went to the stock. */
  merchants: number;
  /** The number of neutral traders that stay on the route. */
  kept?: number;
};

/** The seat decides now whether it uses the permanent marker of the route (HT-MARKER-20). */
export type HansaPermanentMarkerOfferedData = {
  /** A seat of the table; where it says so, 0 is the neutral colour. */
  seat: number;
  /** A route, as "Emden~Groningen". */
  route: string;
  /** A marker printed on a route, as in routes[].permanent_marker of the board. */
  kind: "move_two_any" | "develop_privilegium" | "occupy_green_city" | "redeploy_two" | "place_two_borderlands";
  /** The pieces in the hand for redeploy_two, or 0 for the other kinds. */
  traders?: number;
  /** The pieces in the hand for redeploy_two, or 0 for the other kinds. */
  merchants?: number;
  /** The reward that the seat takes after it has used the marker (HT-BRIT-24). */
  reward?: HansaNoReward | HansaOfficeReward | HansaExtraOfficeReward | HansaAbilityReward | HansaSpecialReward | null;
};

/** The seat used the permanent marker of the route. The next events are the effects of the marker (HT-MARKER-20). */
export type HansaPermanentMarkerUsedData = {
  /** A seat of the table; where it says so, 0 is the neutral colour. */
  seat: number;
  /** A route, as "Emden~Groningen". */
  route: string;
  /** A marker printed on a route, as in routes[].permanent_marker of the board. */
  kind: "move_two_any" | "develop_privilegium" | "occupy_green_city" | "redeploy_two" | "place_two_borderlands";
};

/** The seat declined to use the permanent marker of the route (HT-MARKER-20). */
export type HansaPermanentMarkerDeclinedData = {
  /** A seat of the table; where it says so, 0 is the neutral colour. */
  seat: number;
  /** A route, as "Emden~Groningen". */
  route: string;
  /** A marker printed on a route, as in routes[].permanent_marker of the board. */
  kind: "move_two_any" | "develop_privilegium" | "occupy_green_city" | "redeploy_two" | "place_two_borderlands";
};

/** One piece that was put on the post `to`. */
export type HansaRelocation = {
  /** A seat; 0 is the neutral colour. */
  owner: number;
  /** What a piece is: trader or merchant. */
  shape: "trader" | "merchant";
  /** Where the piece was before: on the post `from`, in the stock, in the supply, or in the hand. Only redeploy_two uses the hand, for pieces of the established route. */
  source: "board" | "stock" | "supply" | "hand";
  /** A post, as "Emden~Groningen/2". */
  to: string;
  /** A post, as "Emden~Groningen/2". */
  from?: string | null;
};

/** A marker moved pieces of one or more owners to other posts (HT-MARKER-11, HT-EAST-9, HT-EAST-12, HT-BRIT-16). */
export type HansaPiecesRelocatedData = {
  /** A seat of the table; where it says so, 0 is the neutral colour. */
  by: number;
  /** The pieces, each with its new post. */
  pieces: (HansaRelocation)[];
};

/** A piece that was removed from its post. */
export type HansaRemovedPiece = {
  /** A seat; 0 is the neutral colour. */
  owner: number;
  /** What a piece is: trader or merchant. */
  shape: "trader" | "merchant";
  /** A post, as "Emden~Groningen/2". */
  post: string;
};

/** A marker removed pieces from posts. They went to their owners' supplies, or to the neutral stock (HT-MARKER-12). */
export type HansaPiecesRemovedData = {
  /** A seat of the table; where it says so, 0 is the neutral colour. */
  by: number;
  /** The pieces, each with the post that it left. */
  pieces: (HansaRemovedPiece)[];
};

/** The pieces of the offices `left_index` and `left_index` + 1 changed places (HT-MARKER-7). */
export type HansaOfficesSwappedData = {
  /** A seat of the table; where it says so, 0 is the neutral colour. */
  seat: number;
  /** A city, as in cities[].name of the board. */
  city: string;
  /** An office of a city, by its position from 1 among the printed offices (green city: those on the right). */
  left_index: number;
};

/** A marker gives the seat `number` further actions in this turn (HT-MARKER-10, HT-TURN-2). */
export type HansaActionsGrantedData = {
  /** A seat of the table; where it says so, 0 is the neutral colour. */
  seat: number;
  /** How many further actions the seat has in this turn. */
  number: number;
};

/** The seat used the marker. It still brings points at the end of the game (HT-MARKER-1). */
export type HansaMarkerUsedData = {
  /** A seat of the table; where it says so, 0 is the neutral colour. */
  seat: number;
  /** A bonus marker, as "m04". */
  marker: string;
  /** What a bonus marker does. */
  kind: "extra_office" | "swap_offices" | "move_three" | "remove_three" | "develop_ability" | "plus_three_actions" | "plus_four_actions" | "blank_1" | "blank_2";
};

/** The marker was removed from the game (HT-PIECE-8). */
export type HansaMarkerLeftGameData = {
  /** A bonus marker, as "m04". */
  marker: string;
  /** What a bonus marker does. */
  kind: "extra_office" | "swap_offices" | "move_three" | "remove_three" | "develop_ability" | "plus_three_actions" | "plus_four_actions" | "blank_1" | "blank_2";
  /** Why: it paid for open borders, it was on a neutral route, or no route could take it. */
  reason: "open_borders" | "neutral_route" | "no_route";
};

/** The seat bought the tile with two markers and its actions of this turn (HT-FAVOUR-2). */
export type HansaFavourBoughtData = {
  /** A seat of the table; where it says so, 0 is the neutral colour. */
  seat: number;
  /** A favour tile. */
  tile: "free_relocation" | "extra_action" | "income_share" | "double_compensation" | "city_prestige" | "ability_prestige";
  /** The two markers that the seat paid with. */
  markers: (string)[];
};

/** All borders are open to the first `covered_actions` actions of this turn (HT-BRIT-OPT-1, HT-BRIT-OPT-4). */
export type HansaBordersOpenedData = {
  /** A seat of the table; where it says so, 0 is the neutral colour. */
  seat: number;
  /** For how many actions of this turn the borders are open, counted from the first action. */
  covered_actions: number;
};

/** Every post of the route has a neutral trader. The active seat decides about the route (HT-2P-NEUT-11). */
export type HansaNeutralRouteFilledData = {
  /** A route, as "Emden~Groningen". */
  route: string;
};

/** The seat ends its turn. Before the next turn, it may have to place replacement markers (HT-TURN-7). */
export type HansaTurnEndRequestedData = {
  /** A seat of the table; where it says so, 0 is the neutral colour. */
  seat: number;
};

/** A marker that was face down until now. */
export type HansaRevealedMarker = {
  /** A bonus marker, as "m04". */
  marker: string;
  /** What a bonus marker does. */
  kind: "extra_office" | "swap_offices" | "move_three" | "remove_three" | "develop_ability" | "plus_three_actions" | "plus_four_actions" | "blank_1" | "blank_2";
};

/** The markers that were drawn face down are revealed, and the seat places them now (HT-MARKER-16). */
export type HansaReplacementsRevealedData = {
  /** A seat of the table; where it says so, 0 is the neutral colour. */
  seat: number;
  /** The revealed markers, with their kinds. */
  markers: (HansaRevealedMarker)[];
};

/** A new marker is at the route (HT-MARKER-14, HT-MARKER-17). */
export type HansaReplacementPlacedData = {
  /** A bonus marker, as "m04". */
  marker: string;
  /** A route, as "Emden~Groningen". */
  route: string;
  /** There are pieces on the route, because no route without pieces could take the marker. */
  relaxed: boolean;
};

/** The turn is over, and the next seat follows (HT-TURN-1, HT-TURN-7). */
export type HansaTurnEndedData = {
  /** A seat of the table; where it says so, 0 is the neutral colour. */
  seat: number;
};

/** The end of the game is triggered. The reason is that `owners` have 20 points (prestige), no marker is left to draw (markers), or `counter` cities are complete (cities) (HT-END-1, HT-END-2, HT-END-3, HT-END-4). */
export type HansaEndTriggeredData = {
  /** Which of the conditions was met: `prestige`, `markers` or `cities`. */
  reason: "prestige" | "markers" | "cities";
  /** A list. Each item is a seat of the table; where it says so, 0 is the neutral colour. */
  owners?: (number)[];
  /** The number of complete cities, if the reason is `cities`. */
  counter?: number | null;
};

/** Replacement markers that were drawn but not placed are removed face down (HT-END-7). */
export type HansaPlateDiscardedData = {
  /** A seat of the table; where it says so, 0 is the neutral colour. */
  seat: number;
  /** How many markers were removed. */
  count: number;
};

/** The current action was the last one. The final scoring is next (HT-END-1). */
export type HansaPlayEndedData = {
  /** All conditions for the end that were met. */
  reasons: ("prestige" | "markers" | "cities")[];
};

/** The mission card of a seat. */
export type HansaRevealedMission = {
  /** A seat of the table; where it says so, 0 is the neutral colour. */
  seat: number;
  /** A mission card, by its position in missions of the board, from 1. */
  card: number;
  /** A list. Each item is a city, as in cities[].name of the board. */
  cities: (string)[];
};

/** Every seat shows its mission card (HT-SCORE-11). */
export type HansaMissionsRevealedData = {
  /** The mission card of each seat. */
  missions: (HansaRevealedMission)[];
};

/** The points of a seat at the end. */
export type HansaScoredSeat = {
  /** A seat of the table; where it says so, 0 is the neutral colour. */
  seat: number;
  /** A: prestige track */
  prestige: number;
  /** B: fully developed abilities */
  abilities: number;
  /** C: bonus markers */
  markers: number;
  /** D: special prestige spaces */
  special_prestige: number;
  /** E: controlled cities */
  cities: number;
  /** F: best network */
  network: number;
  /** M: mission card */
  mission: number;
  /** R: regions of Britannia */
  regions: number;
  /** The sum of all categories. */
  total: number;
  /** Level of actiones, which breaks ties in edition bigbox */
  actiones: number;
};

/** The points of every seat by category, and the total of each seat (HT-SCORE-1). */
export type HansaFinalScoredData = {
  /** The points of each seat. */
  seats: (HansaScoredSeat)[];
};

/** The current turn. */
export type HansaTurnView = {
  /** The seat whose turn it is, or 0 before the first turn. */
  seat: number;
  /** The number of the turn, counted from 1. */
  number: number;
  /** How many actions the seat has taken in this turn. */
  used: number;
  /** Actions that markers gave in this turn. */
  granted: number;
  /** How many actions the seat has in this turn, with those of markers. */
  allowance: number;
  /** How many actions the seat can still take in this turn. */
  left: number;
  /** Whether the seat has bought a favour tile in this turn. */
  bought_favour: boolean;
  /** Whether the free move of the pawn has been made. */
  free_pawn_move_made: boolean;
  /** A free pawn move after an action has ended the actions of this turn. */
  closed: boolean;
  /** Whether the borders are open for actions of this turn. */
  borders_open: boolean;
  /** A list. Each item is a city, as in cities[].name of the board. */
  permissions_used: (string)[];
  /** Cities whose permission the active seat can still use. */
  permissions_left: (string)[];
};

/** The current values of the abilities on the desk. */
export type HansaValues = {
  /** How many points each office in the best network brings at the end. */
  keys: number;
  /** How many actions the seat has in each turn. */
  actiones: number;
  /** The colour of an office or a special prestige space: white, orange, pink, black. */
  privilegium: "white" | "orange" | "pink" | "black";
  /** How many pieces the seat may move with one action. */
  liber_sophiae: number;
  /** null means all pieces of the stock. */
  bursa: number | null;
};

/** A bonus marker. */
export type HansaMarkerView = {
  /** A bonus marker, as "m04". */
  marker: string;
  /** What a bonus marker does. */
  kind: "extra_office" | "swap_offices" | "move_three" | "remove_three" | "develop_ability" | "plus_three_actions" | "plus_four_actions" | "blank_1" | "blank_2";
};

/** A mission card. */
export type HansaMissionView = {
  /** A mission card, by its position in missions of the board, from 1. */
  card: number;
  /** A list. Each item is a city, as in cities[].name of the board. */
  cities: (string)[];
};

/** A seat at the table. */
export type HansaSeatView = {
  /** A seat of the table; where it says so, 0 is the neutral colour. */
  seat: number;
  /** The points on the prestige track. */
  prestige: number;
  /** The pieces that the seat can place. */
  supply: HansaPieceCount;
  /** The pieces that the seat must first take as income. */
  stock: HansaPieceCount;
  /** The level of each ability: the number of pieces that were removed from its track. */
  desk: HansaDesk;
  /** The current values of the abilities on the desk. */
  values: HansaValues;
  /** The markers that the seat can still use. */
  unused: (HansaMarkerView)[];
  /** The markers that the seat has used. They still bring points. */
  used: (HansaMarkerView)[];
  /** The number of replacement markers that lie face down. */
  plate: number;
  /** A list. Each item is a favour tile. */
  tiles: ("free_relocation" | "extra_action" | "income_share" | "double_compensation" | "city_prestige" | "ability_prestige")[];
  /** The standing order for income_share. Only its owner sees it. */
  standing_order?: "take" | "decline" | "ask" | null;
  /** The mission card. Only its owner sees it until the scoring. */
  mission?: HansaMissionView | null;
};

/** A piece on a post. */
export type HansaPostView = {
  /** A post, as "Emden~Groningen/2". */
  post: string;
  /** A seat; 0 is the neutral colour. */
  seat: number;
  /** What a piece is: trader or merchant. */
  shape: "trader" | "merchant";
};

/** A piece in an office. */
export type HansaPieceView = {
  /** A seat; 0 is the neutral colour. */
  seat: number;
  /** What a piece is: trader or merchant. */
  shape: "trader" | "merchant";
};

/** A city with its offices from left to right: first the extra offices, then the printed offices. In a green city, `offices` are the offices on the right. */
export type HansaCityView = {
  /** A city, as in cities[].name of the board. */
  city: string;
  /** The offices left of the printed ones, from left to right. */
  extra_offices: (HansaPieceView)[];
  /** The printed offices from left to right; null is an empty one. In a green city: the offices on the right. */
  offices: (HansaPieceView | null)[];
  /** A seat; 0 is the neutral colour. */
  controller: number | null;
};

/** A special prestige space. */
export type HansaSpaceView = {
  /** The points that the space brings at the end. */
  points: number;
  /** The colour of an office or a special prestige space: white, orange, pink, black. */
  privilege: "white" | "orange" | "pink" | "black";
  /** A seat of the table; where it says so, 0 is the neutral colour. */
  seat: number | null;
  /** The version of the event with which the seat took the space. */
  version?: number | null;
};

/** A bonus marker at a route. */
export type HansaLyingMarker = {
  /** A bonus marker, as "m04". */
  marker: string;
  /** What a bonus marker does. */
  kind: "extra_office" | "swap_offices" | "move_three" | "remove_three" | "develop_ability" | "plus_three_actions" | "plus_four_actions" | "blank_1" | "blank_2";
  /** A route, as "Emden~Groningen". */
  route: string;
};

/** A gain of prestige points. */
export type HansaGainView = {
  /** A seat; 0 is the neutral colour. */
  seat: number;
  /** How many points the owner got. */
  points: number;
  /** Why: for the control of a city, for the coin of an office, or for the link. */
  reason: "control" | "coin" | "link";
  /** The version of the event. */
  version: number;
  /** The city, if the reason is control or coin. */
  city?: string | null;
  /** If the reason is the link: 1 for the owner who completed it first. */
  rank?: number | null;
};

/** A fully developed ability. */
export type HansaMasteredView = {
  /** A seat of the table; where it says so, 0 is the neutral colour. */
  seat: number;
  /** An ability of the desk, as in cities[].develops of the board. */
  ability: "keys" | "actiones" | "privilegium" | "liber_sophiae" | "bursa";
  /** The version of the event with which the seat reached the last level. */
  version: number;
};

/** The versions of the events that contain the sealed order of the markers and the sealed mission cards. */
export type HansaSealsView = {
  /** The version of the event with the order of the markers. */
  markers: number;
  /** The version of the event with the mission cards; 0 without them. */
  missions: number;
};

/** The neutral colour of the variant for two. */
export type HansaNeutralView = {
  /** How many neutral traders are left. */
  stock: number;
  /** The points of the neutral colour. */
  prestige: number;
  /** A list. Each item is a route by its two cities, in either order, as Emden~Groningen. */
  full_routes: (string)[];
};

/** A displaced piece that must be placed again. */
export type HansaDisplacedView = {
  /** A seat of the table; where it says so, 0 is the neutral colour. */
  decider: number;
  /** A seat; 0 is the neutral colour. */
  seat: number;
  /** What a piece is: trader or merchant. */
  shape: "trader" | "merchant";
  /** A route, as "Emden~Groningen". */
  route: string;
  /** How many extra pieces the owner may still place. */
  extras: number;
  /** Whether the displaced piece itself must still be placed. */
  in_hand: boolean;
  /** A list. Each item is a post, as Emden~Groningen/2: its route, and its position in routes[].posts of the board, from 1. */
  placed: (string)[];
  /** Extra pieces that were lifted from the board and must be placed too. */
  lifted: HansaPieceCount;
};

/** A permanent marker that the seat must use or decline. */
export type HansaPermanentView = {
  /** A route, as "Emden~Groningen". */
  route: string;
  /** A marker printed on a route, as in routes[].permanent_marker of the board. */
  kind: "move_two_any" | "develop_privilegium" | "occupy_green_city" | "redeploy_two" | "place_two_borderlands";
  /** A number of pieces of each shape. */
  hand: HansaPieceCount;
  /** The reward that follows after the marker is used (only Britannia in edition classic). */
  reward?: HansaNoReward | HansaOfficeReward | HansaExtraOfficeReward | HansaAbilityReward | HansaSpecialReward | null;
};

/** The content of a note, which is any JSON. It has its own field, so that it cannot be taken for a draw or for the opening of a seal. */
export type HansaNote = {
  /** Any JSON value without floats. */
  note: JsonValue;
};

/** The marker at one position of the face-down supply. */
export type HansaHiddenMarker = {
  /** What a bonus marker does. */
  kind: "extra_office" | "swap_offices" | "move_three" | "remove_three" | "develop_ability" | "plus_three_actions" | "plus_four_actions" | "blank_1" | "blank_2";
};

/** The random draw that shuffled the supply. */
export type HansaHiddenOrder = {
  /** The random draw of the order. */
  draws: (HansaShuffle)[];
};

/** A mission card that a seat got. */
export type HansaDealtMission = {
  /** Its number, counted from 1. */
  card: number;
};

/** The mission cards that no seat got, and the draw of all cards. */
export type HansaUndealtMissions = {
  /** A list. Each item is a mission card, by its position in missions of the board, from 1. */
  cards: (number)[];
  /** The random draws that dealt the cards. */
  draws: (HansaShuffle)[];
};

/** The standing order of a seat. */
export type HansaOrderValue = {
  /** What happens when another seat takes Income: `take` a trader, `decline` it, or `ask` the owner. */
  favour_income: "take" | "decline" | "ask";
};

/** A game to create. It starts when its last seat is taken. */
export type HansaGameRequest = {
  /** Who may read the game: `public` any client, `unlisted` any client that knows its id, `private` its players. */
  visibility?: "public" | "unlisted" | "private";
  /** True: a practice game, in which commands can be undone and a bot gives hints. This never changes. */
  practice?: boolean;
  /** Milliseconds that a bot may think about a decision. */
  bot_milliseconds?: number | null;
  /** Seconds that a bot waits for people after it has asked them something. */
  bot_patience?: number | null;
  /** Whether accounts that are bots may sit down without being invited. */
  bots_welcome?: boolean;
  /** The name of the ruleset. */
  ruleset: "hansa";
  /** The seats, from seat 1. */
  seats: (GameSeatRequest)[];
  /** The name of a board of the ruleset, or the sha256:… of a stored one. Without it: the default board. */
  board?: string | null;
  /** The options of a game: the edition, the modules, and the variant for two players. */
  options?: HansaOptions;
  /** How the turn order is found. The default depends on the ruleset and its options. */
  order?: "listed" | "drawn" | null;
  /** The id of a seed from POST /v1/seeds. */
  seed?: string | null;
  /** How long a decision may take. Without it, there is no limit. */
  clock?: GameClock | null;
  /** The bot that plays for a seat that is late, or that resigns without naming a bot. */
  stand_in?: string | null;
  /** The server ends the game if it has not started by then. */
  open_until?: string | null;
  /** The server ends the game after this number of days without an event. */
  idle_days?: number | null;
  /** The seed of a practice game. The same seed gives the same dice. */
  dice_seed?: string | null;
};

/** Put one of your three start posts on a free violet site, in the variable start (ME-SETUP-14, ME-SETUP-15). */
export type MerchantsPlaceStartPost = {
  /** Always `place_start_post`. The value selects this schema. */
  type: "place_start_post";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  /** a city site, like bern */
  site: string;
};

/** Put a neutral post on a free violet site, in the variable start with three seats (ME-SETUP-17). */
export type MerchantsPlaceNeutralPost = {
  /** Always `place_neutral_post`. The value selects this schema. */
  type: "place_neutral_post";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  /** a city site, like bern */
  site: string;
};

/** Put a trade route with a caravan on a free edge at one of your posts, in the variable start (ME-SETUP-18, ME-SETUP-19). */
export type MerchantsPlaceStartRoute = {
  /** Always `place_start_route`. The value selects this schema. */
  type: "place_start_route";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  /** an edge, like e:3,-2,ne */
  edge: string;
};

/** Roll both dice. Every turn has a roll, and before it the seat may only play a development card (ME-TURN-2, ME-PROD-1, ME-ROBBER-1). */
export type MerchantsRollDice = {
  /** Always `roll_dice`. The value selects this schema. */
  type: "roll_dice";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
};

/** Return half of your resource cards, rounded down, to the bank (ME-ROBBER-2). */
export type MerchantsDiscardCards = {
  /** Always `discard_cards`. The value selects this schema. */
  type: "discard_cards";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  /** Resource cards: the number of cards of each resource. A resource without cards is left out. */
  cards: MerchantsBundle;
};

/** Move the robber to another land hex that has a number (ME-ROBBER-4). */
export type MerchantsMoveRobber = {
  /** Always `move_robber`. The value selects this schema. */
  type: "move_robber";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  /** a hex, like h:3,-2 */
  hex: string;
};

/** Take a random card from a player who has a post at the robber's hex, or decline to rob a player (ME-ROBBER-5, ME-ROBBER-6). */
export type MerchantsSteal = {
  /** Always `steal`. The value selects this schema. */
  type: "steal";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  /** the seat to rob */
  victim?: number | null;
  /** true, instead of `victim`: rob no seat */
  decline?: true | null;
};

/** Offer goods in exchange for other goods. The active seat may offer to any seat. All other seats may offer only to the active seat (ME-TRADE-1, ME-TRADE-2, ME-TRADE-3). */
export type MerchantsOfferTrade = {
  /** Always `offer_trade`. The value selects this schema. */
  type: "offer_trade";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  /** Resource cards and gold: the number of each. A resource without cards, and gold if there is none, is left out. */
  give: MerchantsGoods;
  /** Resource cards and gold: the number of each. A resource without cards, and gold if there is none, is left out. */
  want: MerchantsGoods;
  /** the seats that get the offer. If left out: all other seats, or the active seat if it is not your turn */
  to?: (number)[] | null;
};

/** Withdraw your open offer (ME-RULING-17). */
export type MerchantsWithdrawOffer = {
  /** Always `withdraw_offer`. The value selects this schema. */
  type: "withdraw_offer";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  /** the number of a trade offer */
  offer: number;
};

/** Accept or decline an offer that was made to you. If you are the active seat and accept, the trade takes place at once (ME-TRADE-3, ME-TRADE-6). */
export type MerchantsAnswerOffer = {
  /** Always `answer_offer`. The value selects this schema. */
  type: "answer_offer";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  /** the number of a trade offer */
  offer: number;
  /** True to accept the offer, false to decline it. */
  accept: boolean;
};

/** Conclude the trade that you offered, with a seat that has accepted your offer (ME-TRADE-6). */
export type MerchantsConcludeTrade = {
  /** Always `conclude_trade`. The value selects this schema. */
  type: "conclude_trade";
  /** A player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  seat: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  /** the number of a trade offer */
  offer: number;
};

/** Buy a resource card from the bank for 2 gold. A seat can buy at most two cards in a turn (ME-TRADE-7, ME-TRADE-8). */
export type MerchantsBuyResource = {
  /** Always `buy_resource`. The value selects this schema. */
  type: "buy_resource";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  /** One of the five resources. */
  resource: "lumber" | "wool" | "grain" | "ore" | "salt";
};

/** Return three cards of one resource to the bank, for one card of another resource or for 1 gold (ME-TRADE-9, ME-TRADE-10). */
export type MerchantsTradeWithBank = {
  /** Always `trade_with_bank`. The value selects this schema. */
  type: "trade_with_bank";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  /** One of the five resources. */
  give: "lumber" | "wool" | "grain" | "ore" | "salt";
  /** A resource, or gold. */
  get: "lumber" | "wool" | "grain" | "ore" | "salt" | "gold";
};

/** Buy the top card of the draw pile, for 1 wool and 1 salt (ME-BUILD-1, ME-BUILD-3). */
export type MerchantsBuyCard = {
  /** Always `buy_card`. The value selects this schema. */
  type: "buy_card";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
};

/** Put a merchant next to one of your posts, for 1 wool, 1 grain and 1 lumber (ME-BUILD-1, ME-BUILD-4, ME-BUILD-5). */
export type MerchantsRecruitMerchant = {
  /** Always `recruit_merchant`. The value selects this schema. */
  type: "recruit_merchant";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  /** a city site, like bern */
  site: string;
  /** if both merchants are on the board: the merchant to take off the board */
  replace?: "m1" | "m2" | null;
};

/** Place a caravan at one of your routes, for 1 ore, 1 lumber and 1 salt. The route must touch one of your posts (ME-BUILD-1, ME-BUILD-6, ME-BUILD-7, ME-BUILD-8). */
export type MerchantsPlaceCaravan = {
  /** Always `place_caravan`. The value selects this schema. */
  type: "place_caravan";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  /** an edge, like e:3,-2,ne */
  edge: string;
  /** if both caravans are on the board: the caravan to take off the board */
  replace?: "c1" | "c2" | null;
};

/** Build a trade route next to your network, for 1 ore and 1 lumber (ME-BUILD-1, ME-BUILD-9). */
export type MerchantsBuildRoute = {
  /** Always `build_route`. The value selects this schema. */
  type: "build_route";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  /** an edge, like e:3,-2,ne */
  edge: string;
};

/** Choose which of the shortest chains is paid. Name the edges of the chain, or its position in the offered list (ME-GOLD-4). */
export type MerchantsChooseChain = {
  /** Always `choose_chain`. The value selects this schema. */
  type: "choose_chain";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  /** A list. Each item is an edge of the board, and the route on it, like e:3,-2,ne. */
  chain?: (string)[] | null;
  /** the position in the offered list, from 0 */
  option?: number | null;
};

/** Place the route that a double arrow or a card gives you (ME-BUILD-11, ME-CARD-9). */
export type MerchantsPlaceFreeRoute = {
  /** Always `place_free_route`. The value selects this schema. */
  type: "place_free_route";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  /** an edge, like e:3,-2,ne */
  edge: string;
};

/** Decline the free route of a double arrow, or the second free route of a card (ME-BUILD-11, ME-CARD-9). */
export type MerchantsDeclineFreeRoute = {
  /** Always `decline_free_route`. The value selects this schema. */
  type: "decline_free_route";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
};

/** Move a merchant up to three intersections for each grain. On a free city site, the merchant founds a post (ME-MERCHANT-1, ME-MERCHANT-2, ME-POST-1). */
export type MerchantsMoveMerchant = {
  /** Always `move_merchant`. The value selects this schema. */
  type: "move_merchant";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  /** One of the two merchants of a seat: m1 or m2. */
  merchant: "m1" | "m2";
  /** an intersection, or the site on it */
  to: string;
};

/** Put a chip of the hex's colour on a hex without a number, next to your new post (ME-CHIP-1, ME-CHIP-3, ME-CHIP-4). */
export type MerchantsPlaceChip = {
  /** Always `place_chip`. The value selects this schema. */
  type: "place_chip";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  /** a hex, like h:3,-2 */
  hex: string;
  /** a number chip, like salt-1 */
  chip: string;
};

/** Move a caravan along routes, up to three steps for each salt, and deliver commodities on the way (ME-CARAVAN-1, ME-CARAVAN-2, ME-DELIVER-1). */
export type MerchantsMoveCaravan = {
  /** Always `move_caravan`. The value selects this schema. */
  type: "move_caravan";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  /** One of the two caravans of a seat: c1 or c2. */
  caravan: "c1" | "c2";
  /** the steps of the caravan, each to an adjacent route */
  path: (MerchantsStep)[];
};

/** Play a development card. A seat can play one card in a turn, but not a card that it bought in this turn (ME-CARD-1, ME-CARD-2, ME-CARD-4). */
export type MerchantsPlayCard = {
  /** Always `play_card`. The value selects this schema. */
  type: "play_card";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  /** a development card, like d07 */
  card: string;
  /** harvest: the cards to take */
  resources?: MerchantsBundle | null;
  /** swift merchant: the merchant that moves */
  merchant?: "m1" | "m2" | null;
  /** swift merchant: the destination, an intersection or a site */
  to?: string | null;
  /** strong horses: the caravan that moves */
  caravan?: "c1" | "c2" | null;
  /** the steps of the caravan, each to an adjacent route */
  path?: (MerchantsStep)[] | null;
};

/** Put one of your three start posts on a free violet site, in the variable start (ME-SETUP-14, ME-SETUP-15). */
export type MerchantsPlaceStartPostOption = {
  /** Always `place_start_post`. The value selects this schema. */
  type: "place_start_post";
  /** a city site, like bern */
  site?: OpenField | string;
};

/** Put a neutral post on a free violet site, in the variable start with three seats (ME-SETUP-17). */
export type MerchantsPlaceNeutralPostOption = {
  /** Always `place_neutral_post`. The value selects this schema. */
  type: "place_neutral_post";
  /** a city site, like bern */
  site?: OpenField | string;
};

/** Put a trade route with a caravan on a free edge at one of your posts, in the variable start (ME-SETUP-18, ME-SETUP-19). */
export type MerchantsPlaceStartRouteOption = {
  /** Always `place_start_route`. The value selects this schema. */
  type: "place_start_route";
  /** an edge, like e:3,-2,ne */
  edge?: OpenField | string;
};

/** Roll both dice. Every turn has a roll, and before it the seat may only play a development card (ME-TURN-2, ME-PROD-1, ME-ROBBER-1). */
export type MerchantsRollDiceOption = {
  /** Always `roll_dice`. The value selects this schema. */
  type: "roll_dice";
};

/** Return half of your resource cards, rounded down, to the bank (ME-ROBBER-2). */
export type MerchantsDiscardCardsOption = {
  /** Always `discard_cards`. The value selects this schema. */
  type: "discard_cards";
  /** Resource cards: the number of cards of each resource. A resource without cards is left out. */
  cards?: OpenField | MerchantsBundleOption;
};

/** Move the robber to another land hex that has a number (ME-ROBBER-4). */
export type MerchantsMoveRobberOption = {
  /** Always `move_robber`. The value selects this schema. */
  type: "move_robber";
  /** a hex, like h:3,-2 */
  hex?: OpenField | string;
};

/** Take a random card from a player who has a post at the robber's hex, or decline to rob a player (ME-ROBBER-5, ME-ROBBER-6). */
export type MerchantsStealOption = {
  /** Always `steal`. The value selects this schema. */
  type: "steal";
  /** the seat to rob */
  victim?: OpenField | number | null;
  /** true, instead of `victim`: rob no seat */
  decline?: OpenField | true | null;
};

/** Offer goods in exchange for other goods. The active seat may offer to any seat. All other seats may offer only to the active seat (ME-TRADE-1, ME-TRADE-2, ME-TRADE-3). */
export type MerchantsOfferTradeOption = {
  /** Always `offer_trade`. The value selects this schema. */
  type: "offer_trade";
  /** Resource cards and gold: the number of each. A resource without cards, and gold if there is none, is left out. */
  give?: OpenField | MerchantsGoodsOption;
  /** Resource cards and gold: the number of each. A resource without cards, and gold if there is none, is left out. */
  want?: OpenField | MerchantsGoodsOption;
  /** the seats that get the offer. If left out: all other seats, or the active seat if it is not your turn */
  to?: OpenField | (OpenField | number)[] | null;
};

/** Withdraw your open offer (ME-RULING-17). */
export type MerchantsWithdrawOfferOption = {
  /** Always `withdraw_offer`. The value selects this schema. */
  type: "withdraw_offer";
  /** the number of a trade offer */
  offer?: OpenField | number;
};

/** Accept or decline an offer that was made to you. If you are the active seat and accept, the trade takes place at once (ME-TRADE-3, ME-TRADE-6). */
export type MerchantsAnswerOfferOption = {
  /** Always `answer_offer`. The value selects this schema. */
  type: "answer_offer";
  /** the number of a trade offer */
  offer?: OpenField | number;
  /** True to accept the offer, false to decline it. */
  accept?: OpenField | boolean;
};

/** Conclude the trade that you offered, with a seat that has accepted your offer (ME-TRADE-6). */
export type MerchantsConcludeTradeOption = {
  /** Always `conclude_trade`. The value selects this schema. */
  type: "conclude_trade";
  /** the number of a trade offer */
  offer?: OpenField | number;
  /** A player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  seat?: OpenField | number;
};

/** Buy a resource card from the bank for 2 gold. A seat can buy at most two cards in a turn (ME-TRADE-7, ME-TRADE-8). */
export type MerchantsBuyResourceOption = {
  /** Always `buy_resource`. The value selects this schema. */
  type: "buy_resource";
  /** One of the five resources. */
  resource?: OpenField | "lumber" | "wool" | "grain" | "ore" | "salt";
};

/** Return three cards of one resource to the bank, for one card of another resource or for 1 gold (ME-TRADE-9, ME-TRADE-10). */
export type MerchantsTradeWithBankOption = {
  /** Always `trade_with_bank`. The value selects this schema. */
  type: "trade_with_bank";
  /** One of the five resources. */
  give?: OpenField | "lumber" | "wool" | "grain" | "ore" | "salt";
  /** A resource, or gold. */
  get?: OpenField | "lumber" | "wool" | "grain" | "ore" | "salt" | "gold";
};

/** Buy the top card of the draw pile, for 1 wool and 1 salt (ME-BUILD-1, ME-BUILD-3). */
export type MerchantsBuyCardOption = {
  /** Always `buy_card`. The value selects this schema. */
  type: "buy_card";
};

/** Put a merchant next to one of your posts, for 1 wool, 1 grain and 1 lumber (ME-BUILD-1, ME-BUILD-4, ME-BUILD-5). */
export type MerchantsRecruitMerchantOption = {
  /** Always `recruit_merchant`. The value selects this schema. */
  type: "recruit_merchant";
  /** a city site, like bern */
  site?: OpenField | string;
  /** if both merchants are on the board: the merchant to take off the board */
  replace?: OpenField | "m1" | "m2" | null;
};

/** Place a caravan at one of your routes, for 1 ore, 1 lumber and 1 salt. The route must touch one of your posts (ME-BUILD-1, ME-BUILD-6, ME-BUILD-7, ME-BUILD-8). */
export type MerchantsPlaceCaravanOption = {
  /** Always `place_caravan`. The value selects this schema. */
  type: "place_caravan";
  /** an edge, like e:3,-2,ne */
  edge?: OpenField | string;
  /** if both caravans are on the board: the caravan to take off the board */
  replace?: OpenField | "c1" | "c2" | null;
};

/** Build a trade route next to your network, for 1 ore and 1 lumber (ME-BUILD-1, ME-BUILD-9). */
export type MerchantsBuildRouteOption = {
  /** Always `build_route`. The value selects this schema. */
  type: "build_route";
  /** an edge, like e:3,-2,ne */
  edge?: OpenField | string;
};

/** Choose which of the shortest chains is paid. Name the edges of the chain, or its position in the offered list (ME-GOLD-4). */
export type MerchantsChooseChainOption = {
  /** Always `choose_chain`. The value selects this schema. */
  type: "choose_chain";
  /** A list. Each item is an edge of the board, and the route on it, like e:3,-2,ne. */
  chain?: OpenField | (OpenField | string)[] | null;
  /** the position in the offered list, from 0 */
  option?: OpenField | number | null;
};

/** Place the route that a double arrow or a card gives you (ME-BUILD-11, ME-CARD-9). */
export type MerchantsPlaceFreeRouteOption = {
  /** Always `place_free_route`. The value selects this schema. */
  type: "place_free_route";
  /** an edge, like e:3,-2,ne */
  edge?: OpenField | string;
};

/** Decline the free route of a double arrow, or the second free route of a card (ME-BUILD-11, ME-CARD-9). */
export type MerchantsDeclineFreeRouteOption = {
  /** Always `decline_free_route`. The value selects this schema. */
  type: "decline_free_route";
};

/** Move a merchant up to three intersections for each grain. On a free city site, the merchant founds a post (ME-MERCHANT-1, ME-MERCHANT-2, ME-POST-1). */
export type MerchantsMoveMerchantOption = {
  /** Always `move_merchant`. The value selects this schema. */
  type: "move_merchant";
  /** One of the two merchants of a seat: m1 or m2. */
  merchant?: OpenField | "m1" | "m2";
  /** an intersection, or the site on it */
  to?: OpenField | string;
};

/** Put a chip of the hex's colour on a hex without a number, next to your new post (ME-CHIP-1, ME-CHIP-3, ME-CHIP-4). */
export type MerchantsPlaceChipOption = {
  /** Always `place_chip`. The value selects this schema. */
  type: "place_chip";
  /** a hex, like h:3,-2 */
  hex?: OpenField | string;
  /** a number chip, like salt-1 */
  chip?: OpenField | string;
};

/** Move a caravan along routes, up to three steps for each salt, and deliver commodities on the way (ME-CARAVAN-1, ME-CARAVAN-2, ME-DELIVER-1). */
export type MerchantsMoveCaravanOption = {
  /** Always `move_caravan`. The value selects this schema. */
  type: "move_caravan";
  /** One of the two caravans of a seat: c1 or c2. */
  caravan?: OpenField | "c1" | "c2";
  /** the steps of the caravan, each to an adjacent route */
  path?: OpenField | (OpenField | MerchantsStepOption)[];
};

/** Play a development card. A seat can play one card in a turn, but not a card that it bought in this turn (ME-CARD-1, ME-CARD-2, ME-CARD-4). */
export type MerchantsPlayCardOption = {
  /** Always `play_card`. The value selects this schema. */
  type: "play_card";
  /** a development card, like d07 */
  card?: OpenField | string;
  /** harvest: the cards to take */
  resources?: OpenField | MerchantsBundleOption | null;
  /** swift merchant: the merchant that moves */
  merchant?: OpenField | "m1" | "m2" | null;
  /** swift merchant: the destination, an intersection or a site */
  to?: OpenField | string | null;
  /** strong horses: the caravan that moves */
  caravan?: OpenField | "c1" | "c2" | null;
  /** the steps of the caravan, each to an adjacent route */
  path?: OpenField | (OpenField | MerchantsStepOption)[] | null;
};

/** The side of the board, the kind of start and the colours of the seats. With three seats, the unused colour is neutral (ME-SETUP-1). */
export type MerchantsBoardLaidEvent = Envelope & {
  /** Always `board_laid`. The value selects this schema. */
  type: "board_laid";
  /** The fields that only this event has. */
  data: MerchantsBoardLaidData;
};

/** The seats rolled for the first turn. Seats that tie for the highest sum roll again in another such event (ME-SETUP-10). */
export type MerchantsOrderRolledEvent = Envelope & {
  /** Always `order_rolled`. The value selects this schema. */
  type: "order_rolled";
  /** The fields that only this event has. */
  data: MerchantsOrderRolledData;
};

/** This seat takes the first turn (ME-SETUP-10). */
export type MerchantsStartSeatSetEvent = Envelope & {
  /** Always `start_seat_set`. The value selects this schema. */
  type: "start_seat_set";
  /** The fields that only this event has. */
  data: MerchantsStartSeatSetData;
};

/** The start chips are face up, all other chips are face down. Sealed part k is the number of hidden chip k, and the last part contains the draws (ME-SETUP-2, ME-SETUP-3). */
export type MerchantsChipsLaidEvent = Envelope & {
  /** Always `chips_laid`. The value selects this schema. */
  type: "chips_laid";
  /** The fields that only this event has. */
  data: MerchantsChipsLaidData;
};

/** The development cards were shuffled. Sealed part k is the k-th card from the top, and the last part contains the draws (ME-SETUP-4). */
export type MerchantsDeckShuffledEvent = Envelope & {
  /** Always `deck_shuffled`. The value selects this schema. */
  type: "deck_shuffled";
  /** The fields that only this event has. */
  data: MerchantsDeckShuffledData;
};

/** The robber was placed on its first hex (ME-SETUP-5). */
export type MerchantsRobberPlacedEvent = Envelope & {
  /** Always `robber_placed`. The value selects this schema. */
  type: "robber_placed";
  /** The fields that only this event has. */
  data: MerchantsRobberPlacedData;
};

/** The gold, pieces and commodities with which a seat begins (ME-SETUP-6, ME-SETUP-9). */
export type MerchantsSeatEquippedEvent = Envelope & {
  /** Always `seat_equipped`. The value selects this schema. */
  type: "seat_equipped";
  /** The fields that only this event has. */
  data: MerchantsSeatEquippedData;
};

/** A start post was placed on the site (ME-SETUP-11, ME-SETUP-15). */
export type MerchantsStartPostPlacedEvent = Envelope & {
  /** Always `start_post_placed`. The value selects this schema. */
  type: "start_post_placed";
  /** The fields that only this event has. */
  data: MerchantsStartPostPlacedData;
};

/** A seat took its first resource cards (ME-SETUP-12, ME-SETUP-16). */
export type MerchantsStartResourcesTakenEvent = Envelope & {
  /** Always `start_resources_taken`. The value selects this schema. */
  type: "start_resources_taken";
  /** The fields that only this event has. */
  data: MerchantsStartResourcesTakenData;
};

/** A post of the unused colour was placed (ME-SETUP-13, ME-SETUP-17). */
export type MerchantsNeutralPostPlacedEvent = Envelope & {
  /** Always `neutral_post_placed`. The value selects this schema. */
  type: "neutral_post_placed";
  /** The fields that only this event has. */
  data: MerchantsNeutralPostPlacedData;
};

/** A start route with a caravan was placed on the edge (ME-SETUP-11, ME-SETUP-18). */
export type MerchantsStartRoutePlacedEvent = Envelope & {
  /** Always `start_route_placed`. The value selects this schema. */
  type: "start_route_placed";
  /** The fields that only this event has. */
  data: MerchantsStartRoutePlacedData;
};

/** All start pieces are placed, and the start player takes the first turn (ME-TURN-1). */
export type MerchantsSetupFinishedEvent = Envelope & {
  /** Always `setup_finished`. The value selects this schema. */
  type: "setup_finished";
  /** The fields that only this event has. */
  data: MerchantsSetupFinishedData;
};

/** A seat rolled both dice (ME-TURN-2). */
export type MerchantsDiceRolledEvent = Envelope & {
  /** Always `dice_rolled`. The value selects this schema. */
  type: "dice_rolled";
  /** The fields that only this event has. */
  data: MerchantsDiceRolledData;
};

/** The cards that each seat took from the bank (ME-PROD-2, ME-PROD-5). */
export type MerchantsResourcesProducedEvent = Envelope & {
  /** Always `resources_produced`. The value selects this schema. */
  type: "resources_produced";
  /** The fields that only this event has. */
  data: MerchantsResourcesProducedData;
};

/** Each of these seats got 1 gold, because it received no card (ME-PROD-6). */
export type MerchantsCompensationPaidEvent = Envelope & {
  /** Always `compensation_paid`. The value selects this schema. */
  type: "compensation_paid";
  /** The fields that only this event has. */
  data: MerchantsCompensationPaidData;
};

/** A 7 was rolled. Each of these seats holds more than 7 cards, and must discard `count` cards (ME-ROBBER-2). */
export type MerchantsDiscardDemandedEvent = Envelope & {
  /** Always `discard_demanded`. The value selects this schema. */
  type: "discard_demanded";
  /** The fields that only this event has. */
  data: MerchantsDiscardDemandedData;
};

/** A seat returned these cards to the bank (ME-ROBBER-2). */
export type MerchantsCardsDiscardedEvent = Envelope & {
  /** Always `cards_discarded`. The value selects this schema. */
  type: "cards_discarded";
  /** The fields that only this event has. */
  data: MerchantsCardsDiscardedData;
};

/** The robber moved to another hex, which produces no cards from now on (ME-ROBBER-4, ME-PROD-3). */
export type MerchantsRobberMovedEvent = Envelope & {
  /** Always `robber_moved`. The value selects this schema. */
  type: "robber_moved";
  /** The fields that only this event has. */
  data: MerchantsRobberMovedData;
};

/** A seat stole a card from another seat. Sealed part 0 is the card, which the thief and the victim may see (ME-INFO-4). Part 1 is the random draw, which no seat may see (ME-ROBBER-5). */
export type MerchantsCardStolenEvent = Envelope & {
  /** Always `card_stolen`. The value selects this schema. */
  type: "card_stolen";
  /** The fields that only this event has. */
  data: MerchantsCardStolenData;
};

/** The seat took no card, although it could have robbed a player (ME-ROBBER-5). */
export type MerchantsStealDeclinedEvent = Envelope & {
  /** Always `steal_declined`. The value selects this schema. */
  type: "steal_declined";
  /** The fields that only this event has. */
  data: MerchantsStealDeclinedData;
};

/** No player at the robber's hex can be robbed (ME-ROBBER-6). */
export type MerchantsNothingToStealEvent = Envelope & {
  /** Always `nothing_to_steal`. The value selects this schema. */
  type: "nothing_to_steal";
  /** The fields that only this event has. */
  data: MerchantsNothingToStealData;
};

/** A seat made an offer: the seat `by` gives `give` and gets `want`, in a trade with one of the seats `to` (ME-TRADE-2, ME-TRADE-3). */
export type MerchantsTradeOfferedEvent = Envelope & {
  /** Always `trade_offered`. The value selects this schema. */
  type: "trade_offered";
  /** The fields that only this event has. */
  data: MerchantsTradeOfferedData;
};

/** A seat answered an offer (ME-TRADE-3). */
export type MerchantsOfferAnsweredEvent = Envelope & {
  /** Always `offer_answered`. The value selects this schema. */
  type: "offer_answered";
  /** The fields that only this event has. */
  data: MerchantsOfferAnsweredData;
};

/** The offer can no longer be accepted. `reason` says why (ME-TRADE-3, ME-RULING-17). */
export type MerchantsOfferClosedEvent = Envelope & {
  /** Always `offer_closed`. The value selects this schema. */
  type: "offer_closed";
  /** The fields that only this event has. */
  data: MerchantsOfferClosedData;
};

/** Two seats traded. `gave` and `got` are the goods that the active seat gave and got (ME-TRADE-6). */
export type MerchantsTradeConcludedEvent = Envelope & {
  /** Always `trade_concluded`. The value selects this schema. */
  type: "trade_concluded";
  /** The fields that only this event has. */
  data: MerchantsTradeConcludedData;
};

/** A seat bought a card from the bank for gold. `bought_this_turn` includes this card (ME-TRADE-7, ME-TRADE-8). */
export type MerchantsResourceBoughtEvent = Envelope & {
  /** Always `resource_bought`. The value selects this schema. */
  type: "resource_bought";
  /** The fields that only this event has. */
  data: MerchantsResourceBoughtData;
};

/** A seat gave three cards of one resource to the bank for another good (ME-TRADE-9). */
export type MerchantsBankTradedEvent = Envelope & {
  /** Always `bank_traded`. The value selects this schema. */
  type: "bank_traded";
  /** The fields that only this event has. */
  data: MerchantsBankTradedData;
};

/** The discard pile is shuffled and becomes the draw pile, with new ids. Sealed part k is the k-th card from the top, and the last part contains the draws. The buyer gets the first card and sees its part at once (ME-CARD-5). */
export type MerchantsDeckReshuffledEvent = Envelope & {
  /** Always `deck_reshuffled`. The value selects this schema. */
  type: "deck_reshuffled";
  /** The fields that only this event has. */
  data: MerchantsDeckReshuffledData;
};

/** A seat bought the top card of the draw pile. Only this seat sees the kind of the card (ME-BUILD-3). */
export type MerchantsCardBoughtEvent = Envelope & {
  /** Always `card_bought`. The value selects this schema. */
  type: "card_bought";
  /** The fields that only this event has. */
  data: MerchantsCardBoughtData;
};

/** A seat put a merchant next to a post (ME-BUILD-4, ME-BUILD-5). */
export type MerchantsMerchantRecruitedEvent = Envelope & {
  /** Always `merchant_recruited`. The value selects this schema. */
  type: "merchant_recruited";
  /** The fields that only this event has. */
  data: MerchantsMerchantRecruitedData;
};

/** A seat placed a caravan at a route (ME-BUILD-6, ME-BUILD-7). */
export type MerchantsCaravanPlacedEvent = Envelope & {
  /** Always `caravan_placed`. The value selects this schema. */
  type: "caravan_placed";
  /** The fields that only this event has. */
  data: MerchantsCaravanPlacedData;
};

/** A seat placed a route on the edge, paid or free (ME-BUILD-9, ME-BUILD-11). */
export type MerchantsRouteBuiltEvent = Envelope & {
  /** Always `route_built`. The value selects this schema. */
  type: "route_built";
  /** The fields that only this event has. */
  data: MerchantsRouteBuiltData;
};

/** Several shortest chains pay different amounts. The active seat chooses one of them (ME-GOLD-4). */
export type MerchantsChainChoiceDemandedEvent = Envelope & {
  /** Always `chain_choice_demanded`. The value selects this schema. */
  type: "chain_choice_demanded";
  /** The fields that only this event has. */
  data: MerchantsChainChoiceDemandedData;
};

/** One site or both sites at the ends of the chain are connected for the first time. The chain is paid once (ME-GOLD-2, ME-GOLD-6). */
export type MerchantsSiteConnectedEvent = Envelope & {
  /** Always `site_connected`. The value selects this schema. */
  type: "site_connected";
  /** The fields that only this event has. */
  data: MerchantsSiteConnectedData;
};

/** A seat may place a free route. A double arrow allows a route next to the edge `at`. If `at` is null, a card allows a route anywhere next to the network (ME-BUILD-11, ME-CARD-9). */
export type MerchantsFreeRouteGrantedEvent = Envelope & {
  /** Always `free_route_granted`. The value selects this schema. */
  type: "free_route_granted";
  /** The fields that only this event has. */
  data: MerchantsFreeRouteGrantedData;
};

/** A seat declined its free route (ME-BUILD-11). */
export type MerchantsFreeRouteDeclinedEvent = Envelope & {
  /** Always `free_route_declined`. The value selects this schema. */
  type: "free_route_declined";
  /** The fields that only this event has. */
  data: MerchantsFreeRouteDeclinedData;
};

/** A free route lapsed, because there was no free edge for it or the seat had no route left (ME-BUILD-12, ME-RULING-24). */
export type MerchantsFreeRouteLapsedEvent = Envelope & {
  /** Always `free_route_lapsed`. The value selects this schema. */
  type: "free_route_lapsed";
  /** The fields that only this event has. */
  data: MerchantsFreeRouteLapsedData;
};

/** A merchant moved `steps` steps, which cost `grain` grain (ME-MERCHANT-1). */
export type MerchantsMerchantMovedEvent = Envelope & {
  /** Always `merchant_moved`. The value selects this schema. */
  type: "merchant_moved";
  /** The fields that only this event has. */
  data: MerchantsMerchantMovedData;
};

/** A merchant became a post (ME-POST-1), which frees the commodity under it in the warehouse (ME-POST-4). `warehouse_posts` and `free_commodities` are the numbers after the founding. */
export type MerchantsPostFoundedEvent = Envelope & {
  /** Always `post_founded`. The value selects this schema. */
  type: "post_founded";
  /** The fields that only this event has. */
  data: MerchantsPostFoundedData;
};

/** A seat founded a post on a site with coins, and took one gold for each coin (ME-POST-6). */
export type MerchantsCoastGoldTakenEvent = Envelope & {
  /** Always `coast_gold_taken`. The value selects this schema. */
  type: "coast_gold_taken";
  /** The fields that only this event has. */
  data: MerchantsCoastGoldTakenData;
};

/** The new post touches hexes without a number. Its owner must put a chip on one of these hexes now (ME-CHIP-1, ME-CHIP-2). */
export type MerchantsChipDemandedEvent = Envelope & {
  /** Always `chip_demanded`. The value selects this schema. */
  type: "chip_demanded";
  /** The fields that only this event has. */
  data: MerchantsChipDemandedData;
};

/** A seat turned a face-down chip over and placed it on a hex (ME-CHIP-3). */
export type MerchantsChipPlacedEvent = Envelope & {
  /** Always `chip_placed`. The value selects this schema. */
  type: "chip_placed";
  /** The fields that only this event has. */
  data: MerchantsChipPlacedData;
};

/** A seat moved a chip from one hex to another, because no face-down chip of the colour was left (ME-CHIP-4). */
export type MerchantsChipMovedEvent = Envelope & {
  /** Always `chip_moved`. The value selects this schema. */
  type: "chip_moved";
  /** The fields that only this event has. */
  data: MerchantsChipMovedData;
};

/** A caravan leaves its route. The seat has paid the salt for at most `steps` steps (ME-CARAVAN-2). */
export type MerchantsCaravanDepartedEvent = Envelope & {
  /** Always `caravan_departed`. The value selects this schema. */
  type: "caravan_departed";
  /** The fields that only this event has. */
  data: MerchantsCaravanDepartedData;
};

/** A seat paid the fee to the owner of a route that its caravan uses. A caravan pays each owner once in a turn (ME-CARAVAN-5, ME-CARAVAN-6). */
export type MerchantsTollPaidEvent = Envelope & {
  /** Always `toll_paid`. The value selects this schema. */
  type: "toll_paid";
  /** The fields that only this event has. */
  data: MerchantsTollPaidData;
};

/** The caravan moved to the next route (ME-CARAVAN-1). */
export type MerchantsCaravanSteppedEvent = Envelope & {
  /** Always `caravan_stepped`. The value selects this schema. */
  type: "caravan_stepped";
  /** The fields that only this event has. */
  data: MerchantsCaravanSteppedData;
};

/** A seat delivered a commodity to a post (ME-DELIVER-1). `free_commodities` and `to_deliver` are the numbers after the delivery. */
export type MerchantsCommodityDeliveredEvent = Envelope & {
  /** Always `commodity_delivered`. The value selects this schema. */
  type: "commodity_delivered";
  /** The fields that only this event has. */
  data: MerchantsCommodityDeliveredData;
};

/** The caravan ended its move at this route (ME-CARAVAN-3). */
export type MerchantsCaravanArrivedEvent = Envelope & {
  /** Always `caravan_arrived`. The value selects this schema. */
  type: "caravan_arrived";
  /** The fields that only this event has. */
  data: MerchantsCaravanArrivedData;
};

/** A seat played a development card, and all seats see its kind. The events of its effect follow (ME-CARD-1, ME-CARD-4). */
export type MerchantsCardPlayedEvent = Envelope & {
  /** Always `card_played`. The value selects this schema. */
  type: "card_played";
  /** The fields that only this event has. */
  data: MerchantsCardPlayedData;
};

/** A seat took resource cards from the bank, by the effect of a development card (ME-CARD-10). */
export type MerchantsCardTakenEvent = Envelope & {
  /** Always `card_taken`. The value selects this schema. */
  type: "card_taken";
  /** The fields that only this event has. */
  data: MerchantsCardTakenData;
};

/** A seat took gold from the bank, by the effect of a development card (ME-CARD-11). */
export type MerchantsTreasureTakenEvent = Envelope & {
  /** Always `treasure_taken`. The value selects this schema. */
  type: "treasure_taken";
  /** The fields that only this event has. */
  data: MerchantsTreasureTakenData;
};

/** The caravans of this seat pay no fees until the end of the turn (ME-CARD-14). */
export type MerchantsTollsWaivedEvent = Envelope & {
  /** Always `tolls_waived`. The value selects this schema. */
  type: "tolls_waived";
  /** The fields that only this event has. */
  data: MerchantsTollsWaivedData;
};

/** The seat has delivered all its commodities, and the game is over (ME-WIN-1). */
export type MerchantsGameWonEvent = Envelope & {
  /** Always `game_won`. The value selects this schema. */
  type: "game_won";
  /** The fields that only this event has. */
  data: MerchantsGameWonData;
};

/** The game is over, because no player can build, found a post or deliver any more (ME-WIN-5). */
export type MerchantsGameFrozenEvent = Envelope & {
  /** Always `game_frozen`. The value selects this schema. */
  type: "game_frozen";
  /** The fields that only this event has. */
  data: MerchantsGameFrozenData;
};

/** The options of a game. The main side of the board is always played with the variable start. */
export type MerchantsOptions = {
  /** How the first posts are placed. If left out: fixed if the board has a fixed start, otherwise variable. */
  start?: "fixed" | "variable" | null;
  /** The rule if the bank has too few cards of a resource, and only one player should get cards of it. `nobody`: the player gets no card (as in the rulebook). `rest_to_one`: the player gets the remaining cards (as in related games). */
  shortage?: "nobody" | "rest_to_one";
  /** How many commodities a caravan may deliver on a route between two posts of rivals. `post`: one to each post. `step`: one with each step. */
  delivery_limit?: "post" | "step";
};

/** The state of the table that the given seats may see. */
export type MerchantsState = {
  /** The side of the board: the `short` game or the `main` game. */
  side: "short" | "main";
  /** How the game began: with a `fixed` start or a `variable` one. */
  start: "fixed" | "variable";
  /** What the game is waiting for. */
  phase: "setup_posts" | "setup_neutral" | "setup_routes" | "pre_roll" | "discard" | "robber" | "steal" | "action" | "choose_chain" | "free_route" | "place_chip" | "finished";
  /** The number of the current turn, counted from 1; 0 during the set-up. */
  turn: number;
  /** the seat whose turn it is; 0 during the set-up */
  active: number;
  /** A list. Each item is a player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  turn_order: (number)[];
  /** a colour: red, blue, white or orange */
  neutral_colour: string | null;
  /** pieces placed in this phase of the set-up */
  placed: number;
  /** The two dice of this turn; null before the roll. */
  dice: (number)[] | null;
  /** Resource cards: the number of cards of each resource. A resource without cards is left out. */
  bank: MerchantsBundle;
  /** a hex, like h:3,-2 */
  robber: string;
  /** All seats, from seat 1. */
  seats: (MerchantsSeatView)[];
  /** All posts on the board. */
  posts: (MerchantsPostView)[];
  /** All routes on the board. */
  routes: (MerchantsRouteView)[];
  /** All number chips, face up or down. */
  chips: (MerchantsChipView)[];
  /** top first */
  draw_pile: (MerchantsPileCard)[];
  /** The development cards that were played. */
  discard_pile: (MerchantsDiscardedCard)[];
  /** the number of card ids used so far */
  cards_made: number;
  /** Whether the active seat has played a development card in this turn. */
  card_played: boolean;
  /** How many cards the active seat has bought in this turn. */
  bought_with_gold: number;
  /** Whether the caravans of the active seat pay no fees in this turn. */
  tolls_waived: boolean;
  /** The open trade offers. */
  offers: (MerchantsOfferView)[];
  /** How many offers were made in the game. */
  offers_made: number;
  /** All deliveries, in their order. */
  deliveries: (MerchantsDeliveryView)[];
  /** the winner; 0 if there is none */
  winner: number;
  /** Why the robber moved last: a `seven` was rolled, or the card `lancer` was played. */
  robber_cause: "seven" | "lancer";
  /** an edge, like e:3,-2,ne */
  route_built: string | null;
  /** How many free routes of a card the active seat may still place. */
  card_routes_left: number;
  /** The choice that the active seat must make; null if there is none. */
  chain_choice: MerchantsChainChoice | null;
  /** The free route that the active seat may place now; null if there is none. */
  free_route: MerchantsFreeRoute | null;
  /** the site of the newest post that needed a number chip */
  chip_site: string | null;
};

/** Resource cards: the number of cards of each resource. A resource without cards is left out. */
export type MerchantsBundle = {
  /** The number of lumber cards. */
  lumber?: number | null;
  /** The number of wool cards. */
  wool?: number | null;
  /** The number of grain cards. */
  grain?: number | null;
  /** The number of ore cards. */
  ore?: number | null;
  /** The number of salt cards. */
  salt?: number | null;
};

/** Resource cards and gold: the number of each. A resource without cards, and gold if there is none, is left out. */
export type MerchantsGoods = {
  /** The number of lumber cards. */
  lumber?: number | null;
  /** The number of wool cards. */
  wool?: number | null;
  /** The number of grain cards. */
  grain?: number | null;
  /** The number of ore cards. */
  ore?: number | null;
  /** The number of salt cards. */
  salt?: number | null;
  /** the amount of gold (gold is not a card) */
  gold?: number | null;
};

/** One step of a caravan onto a route, and the posts at this route that get a commodity. */
export type MerchantsStep = {
  /** an edge, like e:3,-2,ne */
  edge: string;
  /** A list. Each item is a city site of the board, and the post on it, like bern. */
  deliver?: (string)[] | null;
};

export type MerchantsBundleOption = {
  /** The number of lumber cards. */
  lumber?: OpenField | number | null;
  /** The number of wool cards. */
  wool?: OpenField | number | null;
  /** The number of grain cards. */
  grain?: OpenField | number | null;
  /** The number of ore cards. */
  ore?: OpenField | number | null;
  /** The number of salt cards. */
  salt?: OpenField | number | null;
};

export type MerchantsGoodsOption = {
  /** The number of lumber cards. */
  lumber?: OpenField | number | null;
  /** The number of wool cards. */
  wool?: OpenField | number | null;
  /** The number of grain cards. */
  grain?: OpenField | number | null;
  /** The number of ore cards. */
  ore?: OpenField | number | null;
  /** The number of salt cards. */
  salt?: OpenField | number | null;
  /** the amount of gold (gold is not a card) */
  gold?: OpenField | number | null;
};

export type MerchantsStepOption = {
  /** an edge, like e:3,-2,ne */
  edge?: OpenField | string;
  /** A list. Each item is a city site of the board, and the post on it, like bern. */
  deliver?: OpenField | (OpenField | string)[] | null;
};

/** The colour of a seat. */
export type MerchantsSeatColour = {
  /** A player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  seat: number;
  /** a colour: red, blue, white or orange */
  colour: string;
};

/** The side of the board, the kind of start and the colours of the seats. With three seats, the unused colour is neutral (ME-SETUP-1). */
export type MerchantsBoardLaidData = {
  /** The side of the board: the `short` game or the `main` game. */
  side: "short" | "main";
  /** How the game begins: with a `fixed` start, or a `variable` one in which the seats choose. */
  start: "fixed" | "variable";
  /** The colour of each seat. */
  seats: (MerchantsSeatColour)[];
  /** a colour: red, blue, white or orange */
  neutral_colour?: string | null;
};

/** The roll of a seat for the first turn. */
export type MerchantsOrderRoll = {
  /** A player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  seat: number;
  /** The two dice. */
  dice: (number)[];
};

/** A drawn number from 0 to `below` − 1. `purpose` and `counter` are the address of the draw. */
export type MerchantsDraw = {
  /** What the number was drawn for. */
  purpose: string;
  /** How many draws of this purpose the game made before this one. */
  counter: number;
  /** The number of possible values. */
  below: number;
  /** The drawn number, from 0. */
  value: number;
};

/** The seats rolled for the first turn. Seats that tie for the highest sum roll again in another such event (ME-SETUP-10). */
export type MerchantsOrderRolledData = {
  /** The roll of each seat that took part. */
  rolls: (MerchantsOrderRoll)[];
  /** The random draws of the dice. */
  draws?: (MerchantsDraw)[];
};

/** This seat takes the first turn (ME-SETUP-10). */
export type MerchantsStartSeatSetData = {
  /** A player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  seat: number;
};

/** A number chip that lies face up on a hex from the start. */
export type MerchantsStartChip = {
  /** a number chip, like salt-1 */
  chip: string;
  /** a hex, like h:3,-2 */
  hex: string;
  /** The number on the chip: the sum of the dice with which the hex produces. */
  number: number;
};

/** A number chip that lies face down. */
export type MerchantsHiddenChip = {
  /** a number chip, like salt-1 */
  chip: string;
  /** One of the five resources. */
  resource: "lumber" | "wool" | "grain" | "ore" | "salt";
};

/** The start chips are face up, all other chips are face down. Sealed part k is the number of hidden chip k, and the last part contains the draws (ME-SETUP-2, ME-SETUP-3). */
export type MerchantsChipsLaidData = {
  /** The chips that lie face up on hexes. */
  start: (MerchantsStartChip)[];
  /** The chips that lie face down. */
  hidden: (MerchantsHiddenChip)[];
};

/** The development cards were shuffled. Sealed part k is the k-th card from the top, and the last part contains the draws (ME-SETUP-4). */
export type MerchantsDeckShuffledData = {
  /** The number of cards in the draw pile. */
  count: number;
};

/** The robber was placed on its first hex (ME-SETUP-5). */
export type MerchantsRobberPlacedData = {
  /** a hex, like h:3,-2 */
  hex: string;
};

/** The gold, pieces and commodities with which a seat begins (ME-SETUP-6, ME-SETUP-9). */
export type MerchantsSeatEquippedData = {
  /** A player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  seat: number;
  /** The gold of the seat. */
  gold: number;
  /** The number of routes in its supply. */
  routes: number;
  /** The number of its merchants. */
  merchants: number;
  /** The number of its caravans. */
  caravans: number;
  /** The number of posts in its warehouse. Each covers a commodity. */
  warehouse_posts: number;
  /** The number of commodities that the seat must deliver to win. */
  commodities: number;
  /** The number of commodities that no post covers. */
  free_commodities: number;
};

/** A start post was placed on the site (ME-SETUP-11, ME-SETUP-15). */
export type MerchantsStartPostPlacedData = {
  /** A player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  seat: number;
  /** a city site, like bern */
  site: string;
  /** The round of the set-up, counted from 1. */
  round: number;
};

/** A seat took its first resource cards (ME-SETUP-12, ME-SETUP-16). */
export type MerchantsStartResourcesTakenData = {
  /** A player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  seat: number;
  /** Resource cards: the number of cards of each resource. A resource without cards is left out. */
  cards: MerchantsBundle;
  /** The post that brings these cards. */
  site?: string | null;
};

/** A post of the unused colour was placed (ME-SETUP-13, ME-SETUP-17). */
export type MerchantsNeutralPostPlacedData = {
  /** a city site, like bern */
  site: string;
  /** The seat that placed it, in the variable start. */
  seat?: number | null;
};

/** A start route with a caravan was placed on the edge (ME-SETUP-11, ME-SETUP-18). */
export type MerchantsStartRoutePlacedData = {
  /** A player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  seat: number;
  /** an edge, like e:3,-2,ne */
  edge: string;
  /** One of the two caravans of a seat: c1 or c2. */
  caravan: "c1" | "c2";
};

/** All start pieces are placed, and the start player takes the first turn (ME-TURN-1). */
export type MerchantsSetupFinishedData = Record<string, never>;

/** A seat begins its turn. `turn` counts all turns of the game from 1 (ME-TURN-1). */
export type MerchantsTurnStartedData = {
  /** A player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  seat: number;
  /** The number of the turn in the game, counted from 1. */
  turn: number;
};

/** A seat rolled both dice (ME-TURN-2). */
export type MerchantsDiceRolledData = {
  /** A player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  seat: number;
  /** The two dice. */
  dice: (number)[];
  /** The random draws of the dice. */
  draws?: (MerchantsDraw)[];
};

/** The cards that a seat got. */
export type MerchantsGrant = {
  /** A player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  seat: number;
  /** Resource cards: the number of cards of each resource. A resource without cards is left out. */
  cards: MerchantsBundle;
};

/** The cards that each seat took from the bank (ME-PROD-2, ME-PROD-5). */
export type MerchantsResourcesProducedData = {
  /** The cards of each seat that got any. */
  grants: (MerchantsGrant)[];
  /** The resources of which the bank had too few cards. */
  short: ("lumber" | "wool" | "grain" | "ore" | "salt")[];
};

/** Each of these seats got 1 gold, because it received no card (ME-PROD-6). */
export type MerchantsCompensationPaidData = {
  /** A list. Each item is a player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  seats: (number)[];
};

/** The cards that a seat must discard. */
export type MerchantsDebt = {
  /** A player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  seat: number;
  /** How many cards the seat must discard. */
  count: number;
};

/** A 7 was rolled. Each of these seats holds more than 7 cards, and must discard `count` cards (ME-ROBBER-2). */
export type MerchantsDiscardDemandedData = {
  /** The seats that must discard, and how many cards. */
  debts: (MerchantsDebt)[];
};

/** A seat returned these cards to the bank (ME-ROBBER-2). */
export type MerchantsCardsDiscardedData = {
  /** A player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  seat: number;
  /** Resource cards: the number of cards of each resource. A resource without cards is left out. */
  cards: MerchantsBundle;
};

/** The robber moved to another hex, which produces no cards from now on (ME-ROBBER-4, ME-PROD-3). */
export type MerchantsRobberMovedData = {
  /** A player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  seat: number;
  /** a hex, like h:3,-2 */
  from: string;
  /** a hex, like h:3,-2 */
  to: string;
  /** Why the robber moved: a `seven` was rolled, or the card `lancer` was played. */
  cause: "seven" | "lancer";
};

/** A seat stole a card from another seat. Sealed part 0 is the card, which the thief and the victim may see (ME-INFO-4). Part 1 is the random draw, which no seat may see (ME-ROBBER-5). */
export type MerchantsCardStolenData = {
  /** A player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  thief: number;
  /** A player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  victim: number;
};

/** The seat took no card, although it could have robbed a player (ME-ROBBER-5). */
export type MerchantsStealDeclinedData = {
  /** A player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  seat: number;
};

/** No player at the robber's hex can be robbed (ME-ROBBER-6). */
export type MerchantsNothingToStealData = {
  /** A player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  seat: number;
};

/** A seat made an offer: the seat `by` gives `give` and gets `want`, in a trade with one of the seats `to` (ME-TRADE-2, ME-TRADE-3). */
export type MerchantsTradeOfferedData = {
  /** the number of a trade offer */
  offer: number;
  /** A player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  by: number;
  /** A list. Each item is a player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  to: (number)[];
  /** Resource cards and gold: the number of each. A resource without cards, and gold if there is none, is left out. */
  give: MerchantsGoods;
  /** Resource cards and gold: the number of each. A resource without cards, and gold if there is none, is left out. */
  want: MerchantsGoods;
};

/** A seat answered an offer (ME-TRADE-3). */
export type MerchantsOfferAnsweredData = {
  /** the number of a trade offer */
  offer: number;
  /** A player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  seat: number;
  /** Whether the seat accepts the offer. */
  accept: boolean;
  /** A trade or a theft has cancelled the seat's acceptance. */
  lapsed?: boolean | null;
};

/** The offer can no longer be accepted. `reason` says why (ME-TRADE-3, ME-RULING-17). */
export type MerchantsOfferClosedData = {
  /** the number of a trade offer */
  offer: number;
  /** Why the offer is closed. `replaced`: its seat made a new offer. `robbed`: its seat no longer has the goods after a theft. */
  reason: "withdrawn" | "replaced" | "traded" | "robbed" | "turn_ended";
};

/** Two seats traded. `gave` and `got` are the goods that the active seat gave and got (ME-TRADE-6). */
export type MerchantsTradeConcludedData = {
  /** the number of a trade offer */
  offer: number;
  /** A player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  active: number;
  /** A player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  partner: number;
  /** Resource cards and gold: the number of each. A resource without cards, and gold if there is none, is left out. */
  gave: MerchantsGoods;
  /** Resource cards and gold: the number of each. A resource without cards, and gold if there is none, is left out. */
  got: MerchantsGoods;
};

/** A seat bought a card from the bank for gold. `bought_this_turn` includes this card (ME-TRADE-7, ME-TRADE-8). */
export type MerchantsResourceBoughtData = {
  /** A player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  seat: number;
  /** One of the five resources. */
  resource: "lumber" | "wool" | "grain" | "ore" | "salt";
  /** The price. */
  gold: number;
  /** How many cards the seat has bought in this turn, this card included. */
  bought_this_turn: number;
  /** Resource cards and gold: the number of each. A resource without cards, and gold if there is none, is left out. */
  cost: MerchantsGoods;
};

/** A seat gave three cards of one resource to the bank for another good (ME-TRADE-9). */
export type MerchantsBankTradedData = {
  /** A player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  seat: number;
  /** Resource cards: the number of cards of each resource. A resource without cards is left out. */
  gave: MerchantsBundle;
  /** A resource, or gold. */
  got: "lumber" | "wool" | "grain" | "ore" | "salt" | "gold";
};

/** The discard pile is shuffled and becomes the draw pile, with new ids. Sealed part k is the k-th card from the top, and the last part contains the draws. The buyer gets the first card and sees its part at once (ME-CARD-5). */
export type MerchantsDeckReshuffledData = {
  /** The number of cards in the new draw pile. */
  count: number;
};

/** A seat bought the top card of the draw pile. Only this seat sees the kind of the card (ME-BUILD-3). */
export type MerchantsCardBoughtData = {
  /** A player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  seat: number;
  /** a development card, like d07 */
  card: string;
  /** cards left in the draw pile */
  left: number;
  /** Resource cards: the number of cards of each resource. A resource without cards is left out. */
  cost: MerchantsBundle;
};

/** A seat put a merchant next to a post (ME-BUILD-4, ME-BUILD-5). */
export type MerchantsMerchantRecruitedData = {
  /** A player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  seat: number;
  /** One of the two merchants of a seat: m1 or m2. */
  merchant: "m1" | "m2";
  /** a city site, like bern */
  site: string;
  /** Resource cards: the number of cards of each resource. A resource without cards is left out. */
  cost: MerchantsBundle;
  /** The intersection from which he was taken off. */
  replaced_from?: string | null;
};

/** A seat placed a caravan at a route (ME-BUILD-6, ME-BUILD-7). */
export type MerchantsCaravanPlacedData = {
  /** A player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  seat: number;
  /** One of the two caravans of a seat: c1 or c2. */
  caravan: "c1" | "c2";
  /** an edge, like e:3,-2,ne */
  edge: string;
  /** Resource cards: the number of cards of each resource. A resource without cards is left out. */
  cost: MerchantsBundle;
  /** The route from which the caravan was taken off. */
  replaced_from?: string | null;
};

/** A seat placed a route on the edge, paid or free (ME-BUILD-9, ME-BUILD-11). */
export type MerchantsRouteBuiltData = {
  /** A player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  seat: number;
  /** an edge, like e:3,-2,ne */
  edge: string;
  /** How the route was obtained: `paid`, free by a `double_arrow`, or free by a `card`. */
  how: "paid" | "double_arrow" | "card";
  /** The routes that are still in the seat's supply. */
  left: number;
  /** Resource cards: the number of cards of each resource. A resource without cards is left out. */
  cost?: MerchantsBundle | null;
};

/** The gold that a seat gets. */
export type MerchantsPayment = {
  /** A player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  seat: number;
  /** How much gold the seat gets. */
  gold: number;
};

/** A chain of routes that starts at the newly connected site, and the gold that it pays to each seat. */
export type MerchantsPaidChain = {
  /** A list. Each item is an edge of the board, and the route on it, like e:3,-2,ne. */
  chain: (string)[];
  /** How much gold each seat gets. */
  payments: (MerchantsPayment)[];
};

/** Several shortest chains pay different amounts. The active seat chooses one of them (ME-GOLD-4). */
export type MerchantsChainChoiceDemandedData = {
  /** A list. Each item is a city site of the board, and the post on it, like bern. */
  sites: (string)[];
  /** The chains to choose from, with what each pays. */
  options: (MerchantsPaidChain)[];
};

/** One site or both sites at the ends of the chain are connected for the first time. The chain is paid once (ME-GOLD-2, ME-GOLD-6). */
export type MerchantsSiteConnectedData = {
  /** A list. Each item is a city site of the board, and the post on it, like bern. */
  sites: (string)[];
  /** A list. Each item is an edge of the board, and the route on it, like e:3,-2,ne. */
  chain: (string)[];
  /** How much gold each seat got. */
  payments: (MerchantsPayment)[];
};

/** A seat may place a free route. A double arrow allows a route next to the edge `at`. If `at` is null, a card allows a route anywhere next to the network (ME-BUILD-11, ME-CARD-9). */
export type MerchantsFreeRouteGrantedData = {
  /** A player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  seat: number;
  /** an edge, like e:3,-2,ne */
  at: string | null;
  /** free routes that this arrow or card still grants, including this one */
  count: number;
};

/** A seat declined its free route (ME-BUILD-11). */
export type MerchantsFreeRouteDeclinedData = {
  /** A player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  seat: number;
};

/** A free route lapsed, because there was no free edge for it or the seat had no route left (ME-BUILD-12, ME-RULING-24). */
export type MerchantsFreeRouteLapsedData = {
  /** A player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  seat: number;
};

/** A merchant moved `steps` steps, which cost `grain` grain (ME-MERCHANT-1). */
export type MerchantsMerchantMovedData = {
  /** A player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  seat: number;
  /** One of the two merchants of a seat: m1 or m2. */
  merchant: "m1" | "m2";
  /** an intersection, like i:3,-2,n */
  from: string;
  /** an intersection, like i:3,-2,n */
  to: string;
  /** How many steps the merchant moved. */
  steps: number;
  /** How many grain cards the steps cost. */
  grain: number;
  /** Resource cards: the number of cards of each resource. A resource without cards is left out. */
  cost?: MerchantsBundle | null;
};

/** A merchant became a post (ME-POST-1), which frees the commodity under it in the warehouse (ME-POST-4). `warehouse_posts` and `free_commodities` are the numbers after the founding. */
export type MerchantsPostFoundedData = {
  /** A player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  seat: number;
  /** a city site, like bern */
  site: string;
  /** One of the two merchants of a seat: m1 or m2. */
  merchant: "m1" | "m2";
  /** The number of posts that are left in the warehouse of the seat. */
  warehouse_posts: number;
  /** The number of commodities of the seat that no post covers now. */
  free_commodities: number;
};

/** A seat founded a post on a site with coins, and took one gold for each coin (ME-POST-6). */
export type MerchantsCoastGoldTakenData = {
  /** A player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  seat: number;
  /** a city site, like bern */
  site: string;
  /** How much gold the seat took. */
  gold: number;
};

/** The new post touches hexes without a number. Its owner must put a chip on one of these hexes now (ME-CHIP-1, ME-CHIP-2). */
export type MerchantsChipDemandedData = {
  /** A player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  seat: number;
  /** a city site, like bern */
  site: string;
  /** A list. Each item is a hex of the board, like h:3,-2. */
  hexes: (string)[];
};

/** A seat turned a face-down chip over and placed it on a hex (ME-CHIP-3). */
export type MerchantsChipPlacedData = {
  /** A player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  seat: number;
  /** a number chip, like salt-1 */
  chip: string;
  /** The number on the chip: the sum of the dice with which the hex produces. */
  number: number;
  /** a hex, like h:3,-2 */
  hex: string;
};

/** A seat moved a chip from one hex to another, because no face-down chip of the colour was left (ME-CHIP-4). */
export type MerchantsChipMovedData = {
  /** A player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  seat: number;
  /** a number chip, like salt-1 */
  chip: string;
  /** The number on the chip: the sum of the dice with which the hex produces. */
  number: number;
  /** a hex, like h:3,-2 */
  from: string;
  /** a hex, like h:3,-2 */
  to: string;
};

/** A caravan leaves its route. The seat has paid the salt for at most `steps` steps (ME-CARAVAN-2). */
export type MerchantsCaravanDepartedData = {
  /** A player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  seat: number;
  /** One of the two caravans of a seat: c1 or c2. */
  caravan: "c1" | "c2";
  /** an edge, like e:3,-2,ne */
  from: string;
  /** How many salt cards the seat paid. */
  salt: number;
  /** How many steps the caravan may move. */
  steps: number;
  /** Resource cards: the number of cards of each resource. A resource without cards is left out. */
  cost?: MerchantsBundle | null;
};

/** A seat paid the fee to the owner of a route that its caravan uses. A caravan pays each owner once in a turn (ME-CARAVAN-5, ME-CARAVAN-6). */
export type MerchantsTollPaidData = {
  /** A player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  from_seat: number;
  /** A player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  to_seat: number;
  /** One of the two caravans of a seat: c1 or c2. */
  caravan: "c1" | "c2";
  /** an edge, like e:3,-2,ne */
  edge: string;
  /** The fee. */
  gold: number;
};

/** The caravan moved to the next route (ME-CARAVAN-1). */
export type MerchantsCaravanSteppedData = {
  /** A player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  seat: number;
  /** One of the two caravans of a seat: c1 or c2. */
  caravan: "c1" | "c2";
  /** an edge, like e:3,-2,ne */
  edge: string;
};

/** A seat delivered a commodity to a post (ME-DELIVER-1). `free_commodities` and `to_deliver` are the numbers after the delivery. */
export type MerchantsCommodityDeliveredData = {
  /** A player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  seat: number;
  /** a city site, like bern */
  site: string;
  /** the seat that owns the post; 0 is neutral */
  owner: number;
  /** The number of free commodities that the seat has left. */
  free_commodities: number;
  /** The number of commodities that the seat must still deliver to win. */
  to_deliver: number;
};

/** The caravan ended its move at this route (ME-CARAVAN-3). */
export type MerchantsCaravanArrivedData = {
  /** A player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  seat: number;
  /** One of the two caravans of a seat: c1 or c2. */
  caravan: "c1" | "c2";
  /** an edge, like e:3,-2,ne */
  edge: string;
};

/** A seat played a development card, and all seats see its kind. The events of its effect follow (ME-CARD-1, ME-CARD-4). */
export type MerchantsCardPlayedData = {
  /** A player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  seat: number;
  /** a development card, like d07 */
  card: string;
  /** a kind of development card, as the board file names it */
  kind: string;
};

/** A seat took resource cards from the bank, by the effect of a development card (ME-CARD-10). */
export type MerchantsCardTakenData = {
  /** A player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  seat: number;
  /** Resource cards: the number of cards of each resource. A resource without cards is left out. */
  cards: MerchantsBundle;
};

/** A seat took gold from the bank, by the effect of a development card (ME-CARD-11). */
export type MerchantsTreasureTakenData = {
  /** A player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  seat: number;
  /** How much gold the seat took. */
  gold: number;
};

/** The caravans of this seat pay no fees until the end of the turn (ME-CARD-14). */
export type MerchantsTollsWaivedData = {
  /** A player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  seat: number;
};

/** The turn of a seat is over, and the next seat follows (ME-TURN-1, ME-TURN-5). */
export type MerchantsTurnEndedData = {
  /** A player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  seat: number;
};

/** The place of a seat in the result. */
export type MerchantsRank = {
  /** A player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  seat: number;
  /** 1 is the winner. Equal seats share a rank. */
  rank: number;
  /** The number of commodities that the seat had not delivered. */
  to_deliver: number;
};

/** The seat has delivered all its commodities, and the game is over (ME-WIN-1). */
export type MerchantsGameWonData = {
  /** A player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  seat: number;
  /** The place of each seat. */
  ranking: (MerchantsRank)[];
};

/** The game is over, because no player can build, found a post or deliver any more (ME-WIN-5). */
export type MerchantsGameFrozenData = {
  /** The place of each seat. */
  ranking: (MerchantsRank)[];
};

/** The sites to which a seat delivered commodities. */
export type MerchantsDeliveries = {
  /** A player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  seat: number;
  /** A list. Each item is a city site of the board, and the post on it, like bern. */
  sites: (string)[];
};

/** The final ranking, and the sites to which each seat has delivered commodities (ME-WIN-4). */
export type MerchantsFinalScoredData = {
  /** The place of each seat. */
  ranking: (MerchantsRank)[];
  /** The sites to which each seat delivered. */
  deliveries: (MerchantsDeliveries)[];
};

/** The address of a sealed part: the version of its event, and the number of the part, counted from 0. */
export type MerchantsRef = {
  /** The version of the event that has the sealed part. */
  version: number;
  /** The number of the part, counted from 0. */
  part: number;
};

/** A development card in a hand. Only viewers who may see it get its kind. All viewers get the reference to its seal. */
export type MerchantsCardView = {
  /** a development card, like d07 */
  card: string;
  /** bought in this turn */
  fresh: boolean;
  /** The address of a sealed part: the version of its event, and the number of the part, counted from 0. */
  sealed_at?: MerchantsRef | null;
  /** a kind of development card, as the board file names it */
  kind?: string | null;
};

/** A merchant of a seat. */
export type MerchantsMerchantView = {
  /** One of the two merchants of a seat: m1 or m2. */
  merchant: "m1" | "m2";
  /** null: in the supply */
  at: string | null;
};

/** A caravan of a seat. */
export type MerchantsCaravanView = {
  /** One of the two caravans of a seat: c1 or c2. */
  caravan: "c1" | "c2";
  /** null: in the supply */
  at: string | null;
  /** the seats whose routes the caravan may use without a fee for the rest of the turn */
  fees_paid_to: (number)[];
};

/** A seat at the table. Only viewers who may see this seat's cards get `hand` and the kinds of its development cards. */
export type MerchantsSeatView = {
  /** A player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  seat: number;
  /** a colour: red, blue, white or orange */
  colour: string;
  /** The gold of the seat. */
  gold: number;
  /** The number of resource cards in its hand. */
  hand_size: number;
  /** Its development cards that were not played. */
  cards: (MerchantsCardView)[];
  /** The number of routes in its supply. */
  routes_left: number;
  /** The number of posts in its warehouse. Each covers a commodity. */
  warehouse_posts: number;
  /** The number of commodities that it can deliver. */
  free_commodities: number;
  /** The number of commodities that it must still deliver to win. */
  to_deliver: number;
  /** Its merchants. */
  merchants: (MerchantsMerchantView)[];
  /** Its caravans. */
  caravans: (MerchantsCaravanView)[];
  /** the number of cards that the seat must discard now */
  owes_cards: number;
  /** a city site, like bern */
  last_start_post?: string | null;
  /** Resource cards: the number of cards of each resource. A resource without cards is left out. */
  hand?: MerchantsBundle | null;
};

/** A post on a site. */
export type MerchantsPostView = {
  /** a city site, like bern */
  site: string;
  /** 0 is neutral */
  seat: number;
  /** The seat that delivered the commodity under the post. */
  commodity_of?: number | null;
};

/** A route on an edge. */
export type MerchantsRouteView = {
  /** an edge, like e:3,-2,ne */
  edge: string;
  /** A player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  seat: number;
};

/** A number chip. It is on a hex, or it is face down and its number is sealed. */
export type MerchantsChipView = {
  /** a number chip, like salt-1 */
  chip: string;
  /** One of the five resources. */
  resource: "lumber" | "wool" | "grain" | "ore" | "salt";
  /** a hex, like h:3,-2 */
  hex?: string | null;
  /** The number on the chip; left out while it is face down. */
  number?: number | null;
  /** The address of a sealed part: the version of its event, and the number of the part, counted from 0. */
  sealed_at?: MerchantsRef | null;
};

/** A card of the draw pile, face down. */
export type MerchantsPileCard = {
  /** a development card, like d07 */
  card: string;
  /** The address of a sealed part: the version of its event, and the number of the part, counted from 0. */
  sealed_at?: MerchantsRef | null;
};

/** A card that was played. */
export type MerchantsDiscardedCard = {
  /** a development card, like d07 */
  card: string;
  /** a kind of development card, as the board file names it */
  kind: string;
  /** The address of a sealed part: the version of its event, and the number of the part, counted from 0. */
  sealed_at?: MerchantsRef | null;
};

/** An open trade offer. */
export type MerchantsOfferView = {
  /** the number of a trade offer */
  offer: number;
  /** A player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  by: number;
  /** A list. Each item is a player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  to: (number)[];
  /** Resource cards and gold: the number of each. A resource without cards, and gold if there is none, is left out. */
  give: MerchantsGoods;
  /** Resource cards and gold: the number of each. A resource without cards, and gold if there is none, is left out. */
  want: MerchantsGoods;
  /** A list. Each item is a player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  accepted: (number)[];
  /** A list. Each item is a player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  declined: (number)[];
};

/** A commodity that was delivered. */
export type MerchantsDeliveryView = {
  /** A player's place at the table. If a field allows 0, then 0 is no player or the neutral colour. */
  seat: number;
  /** a city site, like bern */
  site: string;
  /** The version of the event. */
  version: number;
};

/** The chains among which the active seat must choose. */
export type MerchantsChainChoice = {
  /** A list. Each item is a city site of the board, and the post on it, like bern. */
  sites: (string)[];
  /** The chains, with what each pays. */
  options: (MerchantsPaidChain)[];
};

/** A free route that the active seat may place. */
export type MerchantsFreeRoute = {
  /** the edge with the double arrow, or null for the free route of a card */
  at: string | null;
  /** Whether the route must be placed. False: it may be declined. */
  must_place: boolean;
};

/** The number of a face-down chip, which becomes visible when the chip is turned over. */
export type MerchantsChipFace = {
  /** a number chip, like salt-1 */
  chip: string;
  /** The number on the chip. */
  number: number;
};

/** A list and a random order of it. */
export type MerchantsShuffle = {
  /** What was shuffled. */
  purpose: string;
  /** How many draws of this purpose the game made before this one. */
  counter: number;
  /** The list before the draw. */
  shuffle: (number | string)[];
  /** The drawn order. */
  value: (number | string)[];
};

/** The random draws that shuffled the face-down chips or cards. */
export type MerchantsShuffled = {
  /** The random draws, one for each pile. */
  draws: (MerchantsShuffle)[];
};

/** The id and the kind of a development card. */
export type MerchantsCardFace = {
  /** a development card, like d07 */
  card: string;
  /** a kind of development card, as the board file names it */
  kind: string;
};

/** The card that was stolen. */
export type MerchantsStolenCard = {
  /** One of the five resources. */
  resource: "lumber" | "wool" | "grain" | "ore" | "salt";
  /** The random draw, which only old games store here. */
  draws?: (MerchantsDraw)[] | null;
};

/** The random draw that selected the stolen card. Its value is a position in the victim's sorted hand, so not even the thief may see it. */
export type MerchantsTheftDraw = {
  /** The random draw. */
  draws: (MerchantsDraw)[];
};

/** A game to create. It starts when its last seat is taken. */
export type MerchantsGameRequest = {
  /** Who may read the game: `public` any client, `unlisted` any client that knows its id, `private` its players. */
  visibility?: "public" | "unlisted" | "private";
  /** True: a practice game, in which commands can be undone and a bot gives hints. This never changes. */
  practice?: boolean;
  /** Milliseconds that a bot may think about a decision. */
  bot_milliseconds?: number | null;
  /** Seconds that a bot waits for people after it has asked them something. */
  bot_patience?: number | null;
  /** Whether accounts that are bots may sit down without being invited. */
  bots_welcome?: boolean;
  /** The name of the ruleset. */
  ruleset: "merchants";
  /** The seats, from seat 1. */
  seats: (GameSeatRequest)[];
  /** The name of a board of the ruleset, or the sha256:… of a stored one. Without it: the default board. */
  board?: string | null;
  /** The options of a game. The main side of the board is always played with the variable start. */
  options?: MerchantsOptions;
  /** How the turn order is found. The default depends on the ruleset and its options. */
  order?: "listed" | "drawn" | null;
  /** The id of a seed from POST /v1/seeds. */
  seed?: string | null;
  /** How long a decision may take. Without it, there is no limit. */
  clock?: GameClock | null;
  /** The bot that plays for a seat that is late, or that resigns without naming a bot. */
  stand_in?: string | null;
  /** The server ends the game if it has not started by then. */
  open_until?: string | null;
  /** The server ends the game after this number of days without an event. */
  idle_days?: number | null;
  /** The seed of a practice game. The same seed gives the same dice. */
  dice_seed?: string | null;
};

/** A seat of a new game. */
export type GameSeatRequest = {
  /** `me` is yours, `open` is for any account, `invited` for an account that you invite, `bot` for a bot. */
  kind: "me" | "open" | "invited" | "bot";
  /** The bot, if the kind is `bot`. */
  bot?: string | null;
  /** 64 random hex digits. They change the dice, so that the server alone cannot choose them. */
  nonce?: string | null;
  /** The colour of its pieces. Without it, the ruleset chooses one. */
  colour?: string | null;
};

/** The time limits of a seat, as ISO 8601 durations. */
export type GameClock = {
  /** The time for each decision. */
  per_decision: string;
  /** Additional time for the whole game. */
  bank: string;
  /** What happens when the time is over. */
  on_timeout: "bot" | "abort";
};

/** End your turn. Unused actions are lost (HT-TURN-5, HT-TURN-7). Or: End your turn (ME-TURN-5). */
export type EndTurn = {
  /** Always `end_turn`. The value selects this schema. */
  type: "end_turn";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
};

/** A command of any ruleset. */
export type Command = HansaPlacePawn | HansaTakeIncome | HansaPlacePiece | HansaDisplacePiece | HansaPlaceDisplaced | HansaMovePieces | HansaEstablishRoute | HansaResolvePermanentMarker | HansaUseMarker | HansaBuyFavour | HansaSetStandingOrder | HansaResolveFavourIncome | HansaPayOpenBorders | HansaMovePawn | HansaResolveNeutralRoute | EndTurn | HansaPlaceReplacements | MerchantsPlaceStartPost | MerchantsPlaceNeutralPost | MerchantsPlaceStartRoute | MerchantsRollDice | MerchantsDiscardCards | MerchantsMoveRobber | MerchantsSteal | MerchantsOfferTrade | MerchantsWithdrawOffer | MerchantsAnswerOffer | MerchantsConcludeTrade | MerchantsBuyResource | MerchantsTradeWithBank | MerchantsBuyCard | MerchantsRecruitMerchant | MerchantsPlaceCaravan | MerchantsBuildRoute | MerchantsChooseChain | MerchantsPlaceFreeRoute | MerchantsDeclineFreeRoute | MerchantsMoveMerchant | MerchantsPlaceChip | MerchantsMoveCaravan | MerchantsPlayCard;

/** A command of the service. */
export type SystemCommand = {
  /** What the service did. */
  type: "create" | "join" | "leave" | "pass_seat" | "resign" | "return" | "time_out" | "pause" | "resume" | "undo" | "abort" | "score";
  /** The seat that the command is about. */
  seat?: number;
};

/** A command of any ruleset, or of the service. */
export type AnyCommand = HansaPlacePawn | HansaTakeIncome | HansaPlacePiece | HansaDisplacePiece | HansaPlaceDisplaced | HansaMovePieces | HansaEstablishRoute | HansaResolvePermanentMarker | HansaUseMarker | HansaBuyFavour | HansaSetStandingOrder | HansaResolveFavourIncome | HansaPayOpenBorders | HansaMovePawn | HansaResolveNeutralRoute | EndTurn | HansaPlaceReplacements | MerchantsPlaceStartPost | MerchantsPlaceNeutralPost | MerchantsPlaceStartRoute | MerchantsRollDice | MerchantsDiscardCards | MerchantsMoveRobber | MerchantsSteal | MerchantsOfferTrade | MerchantsWithdrawOffer | MerchantsAnswerOffer | MerchantsConcludeTrade | MerchantsBuyResource | MerchantsTradeWithBank | MerchantsBuyCard | MerchantsRecruitMerchant | MerchantsPlaceCaravan | MerchantsBuildRoute | MerchantsChooseChain | MerchantsPlaceFreeRoute | MerchantsDeclineFreeRoute | MerchantsMoveMerchant | MerchantsPlaceChip | MerchantsMoveCaravan | MerchantsPlayCard | SystemCommand;

/** A command, or several in their order. */
export type CommandRequest = HansaPlacePawn | HansaTakeIncome | HansaPlacePiece | HansaDisplacePiece | HansaPlaceDisplaced | HansaMovePieces | HansaEstablishRoute | HansaResolvePermanentMarker | HansaUseMarker | HansaBuyFavour | HansaSetStandingOrder | HansaResolveFavourIncome | HansaPayOpenBorders | HansaMovePawn | HansaResolveNeutralRoute | EndTurn | HansaPlaceReplacements | MerchantsPlaceStartPost | MerchantsPlaceNeutralPost | MerchantsPlaceStartRoute | MerchantsRollDice | MerchantsDiscardCards | MerchantsMoveRobber | MerchantsSteal | MerchantsOfferTrade | MerchantsWithdrawOffer | MerchantsAnswerOffer | MerchantsConcludeTrade | MerchantsBuyResource | MerchantsTradeWithBank | MerchantsBuyCard | MerchantsRecruitMerchant | MerchantsPlaceCaravan | MerchantsBuildRoute | MerchantsChooseChain | MerchantsPlaceFreeRoute | MerchantsDeclineFreeRoute | MerchantsMoveMerchant | MerchantsPlaceChip | MerchantsMoveCaravan | MerchantsPlayCard | CommandBatch;

/** End your turn. Unused actions are lost (HT-TURN-5, HT-TURN-7). Or: End your turn (ME-TURN-5). */
export type EndTurnOption = {
  /** Always `end_turn`. The value selects this schema. */
  type: "end_turn";
};

/** A legal command of any ruleset, with open fields. */
export type Option = HansaPlacePawnOption | HansaTakeIncomeOption | HansaPlacePieceOption | HansaDisplacePieceOption | HansaPlaceDisplacedOption | HansaMovePiecesOption | HansaEstablishRouteOption | HansaResolvePermanentMarkerOption | HansaUseMarkerOption | HansaBuyFavourOption | HansaSetStandingOrderOption | HansaResolveFavourIncomeOption | HansaPayOpenBordersOption | HansaMovePawnOption | HansaResolveNeutralRouteOption | EndTurnOption | HansaPlaceReplacementsOption | MerchantsPlaceStartPostOption | MerchantsPlaceNeutralPostOption | MerchantsPlaceStartRouteOption | MerchantsRollDiceOption | MerchantsDiscardCardsOption | MerchantsMoveRobberOption | MerchantsStealOption | MerchantsOfferTradeOption | MerchantsWithdrawOfferOption | MerchantsAnswerOfferOption | MerchantsConcludeTradeOption | MerchantsBuyResourceOption | MerchantsTradeWithBankOption | MerchantsBuyCardOption | MerchantsRecruitMerchantOption | MerchantsPlaceCaravanOption | MerchantsBuildRouteOption | MerchantsChooseChainOption | MerchantsPlaceFreeRouteOption | MerchantsDeclineFreeRouteOption | MerchantsMoveMerchantOption | MerchantsPlaceChipOption | MerchantsMoveCaravanOption | MerchantsPlayCardOption;

/** A seat begins its turn (HT-TURN-1, HT-TURN-2). Or: A seat begins its turn. `turn` counts all turns of the game from 1 (ME-TURN-1). */
export type TurnStartedEvent = Envelope & {
  /** Always `turn_started`. The value selects this schema. */
  type: "turn_started";
  /** The fields that only this event has. */
  data: HansaTurnStartedData | MerchantsTurnStartedData;
};

/** The turn is over, and the next seat follows (HT-TURN-1, HT-TURN-7). Or: The turn of a seat is over, and the next seat follows (ME-TURN-1, ME-TURN-5). */
export type TurnEndedEvent = Envelope & {
  /** Always `turn_ended`. The value selects this schema. */
  type: "turn_ended";
  /** The fields that only this event has. */
  data: HansaTurnEndedData | MerchantsTurnEndedData;
};

/** The points of every seat by category, and the total of each seat (HT-SCORE-1). Or: The final ranking, and the sites to which each seat has delivered commodities (ME-WIN-4). */
export type FinalScoredEvent = Envelope & {
  /** Always `final_scored`. The value selects this schema. */
  type: "final_scored";
  /** The fields that only this event has. */
  data: HansaFinalScoredData | MerchantsFinalScoredData;
};

/** An event of a game of any ruleset. */
export type Event = KernelGameCreated | KernelSeatTaken | KernelSeatLeft | KernelGameStarted | KernelSeatChanged | KernelDecisionTimedOut | KernelSeatPassed | KernelClocksPaused | KernelClocksResumed | KernelCommitsUndone | KernelNoteSealed | KernelGameAborted | KernelGameFinished | HansaTurnOrderDrawnEvent | HansaStartMarkersPlacedEvent | HansaMarkerSupplyShuffledEvent | HansaFavoursRevealedEvent | HansaMissionsDealtEvent | HansaPiecesDistributedEvent | HansaNeutralPlacedEvent | HansaPawnPlacerDrawnEvent | HansaPawnPlacedEvent | HansaPawnMovedEvent | TurnStartedEvent | HansaIncomeTakenEvent | HansaFavourIncomeOfferedEvent | HansaFavourIncomeTakenEvent | HansaFavourIncomeDeclinedEvent | HansaStandingOrderSetEvent | HansaPiecePlacedEvent | HansaPermissionUsedEvent | HansaPieceDisplacedEvent | HansaFeePaidEvent | HansaExtrasLiftedEvent | HansaDisplacedPlacedEvent | HansaExtrasDeclinedEvent | HansaNeutralReturnedEvent | HansaPiecesMovedEvent | HansaActionSpentEvent | HansaRouteEstablishedEvent | HansaPrestigeGainedEvent | HansaMarkerTakenEvent | HansaReplacementDrawnEvent | HansaOfficeOccupiedEvent | HansaExtraOfficePlacedEvent | HansaGreenOfficePlacedEvent | HansaCityCompletedEvent | HansaLinkCompletedEvent | HansaAbilityDevelopedEvent | HansaSpecialSpaceTakenEvent | HansaRoutePiecesReturnedEvent | HansaPermanentMarkerOfferedEvent | HansaPermanentMarkerUsedEvent | HansaPermanentMarkerDeclinedEvent | HansaPiecesRelocatedEvent | HansaPiecesRemovedEvent | HansaOfficesSwappedEvent | HansaActionsGrantedEvent | HansaMarkerUsedEvent | HansaMarkerLeftGameEvent | HansaFavourBoughtEvent | HansaBordersOpenedEvent | HansaNeutralRouteFilledEvent | HansaTurnEndRequestedEvent | HansaReplacementsRevealedEvent | HansaReplacementPlacedEvent | TurnEndedEvent | HansaEndTriggeredEvent | HansaPlateDiscardedEvent | HansaPlayEndedEvent | HansaMissionsRevealedEvent | FinalScoredEvent | MerchantsBoardLaidEvent | MerchantsOrderRolledEvent | MerchantsStartSeatSetEvent | MerchantsChipsLaidEvent | MerchantsDeckShuffledEvent | MerchantsRobberPlacedEvent | MerchantsSeatEquippedEvent | MerchantsStartPostPlacedEvent | MerchantsStartResourcesTakenEvent | MerchantsNeutralPostPlacedEvent | MerchantsStartRoutePlacedEvent | MerchantsSetupFinishedEvent | MerchantsDiceRolledEvent | MerchantsResourcesProducedEvent | MerchantsCompensationPaidEvent | MerchantsDiscardDemandedEvent | MerchantsCardsDiscardedEvent | MerchantsRobberMovedEvent | MerchantsCardStolenEvent | MerchantsStealDeclinedEvent | MerchantsNothingToStealEvent | MerchantsTradeOfferedEvent | MerchantsOfferAnsweredEvent | MerchantsOfferClosedEvent | MerchantsTradeConcludedEvent | MerchantsResourceBoughtEvent | MerchantsBankTradedEvent | MerchantsDeckReshuffledEvent | MerchantsCardBoughtEvent | MerchantsMerchantRecruitedEvent | MerchantsCaravanPlacedEvent | MerchantsRouteBuiltEvent | MerchantsChainChoiceDemandedEvent | MerchantsSiteConnectedEvent | MerchantsFreeRouteGrantedEvent | MerchantsFreeRouteDeclinedEvent | MerchantsFreeRouteLapsedEvent | MerchantsMerchantMovedEvent | MerchantsPostFoundedEvent | MerchantsCoastGoldTakenEvent | MerchantsChipDemandedEvent | MerchantsChipPlacedEvent | MerchantsChipMovedEvent | MerchantsCaravanDepartedEvent | MerchantsTollPaidEvent | MerchantsCaravanSteppedEvent | MerchantsCommodityDeliveredEvent | MerchantsCaravanArrivedEvent | MerchantsCardPlayedEvent | MerchantsCardTakenEvent | MerchantsTreasureTakenEvent | MerchantsTollsWaivedEvent | MerchantsGameWonEvent | MerchantsGameFrozenEvent;

/** A game of any ruleset to create. */
export type GameRequest = HansaGameRequest | MerchantsGameRequest;

/** A state of any ruleset, as the caller may see it. */
export type State = HansaState | MerchantsState;

/** The options of a game: those of its ruleset. */
export type Options = {
  /** bigbox is the edition of 2020, classic the edition of 2009 and 2014. */
  edition?: "bigbox" | "classic";
  /** Favour tiles: bigbox, Hanse board, 3 to 5 seats. */
  favours?: boolean;
  /** Mission cards: bigbox, Hanse board, 3 to 5 seats. */
  missions?: boolean;
  /** The optional rule of 2014: Britannia boards. */
  open_borders?: boolean;
  /** The markers next to the taverns at the start. `fixed`: three kinds (the rulebooks of 2009 and 2020). `drawn`: any three, drawn from all (the quick start sheet). */
  start_markers?: "fixed" | "drawn";
  /** Britannia boards: the office that gives a city's permission, either the rightmost occupied office or the rightmost printed office. */
  permission_office?: "occupied" | "printed";
  /** Needed with two seats: provinces (Hanse board) or neutral (any board). */
  two_player_variant?: "provinces" | "neutral" | null;
  /** How the first posts are placed. If left out: fixed if the board has a fixed start, otherwise variable. */
  start?: "fixed" | "variable" | null;
  /** The rule if the bank has too few cards of a resource, and only one player should get cards of it. `nobody`: the player gets no card (as in the rulebook). `rest_to_one`: the player gets the remaining cards (as in related games). */
  shortage?: "nobody" | "rest_to_one";
  /** How many commodities a caravan may deliver on a route between two posts of rivals. `post`: one to each post. `step`: one with each step. */
  delivery_limit?: "post" | "step";
};

/** The content of a sealed part, of any ruleset. */
export type Secret = Opening | HansaUndealtMissions | MerchantsChipFace | MerchantsCardFace | HansaNote | HansaHiddenMarker | HansaHiddenOrder | HansaDealtMission | HansaOrderValue | MerchantsShuffled | MerchantsStolenCard | MerchantsTheftDraw;

export type AddressedOperation = {
  /** The HTTP method. */
  method: string;
  /** The `operationId` of the operation in the OpenAPI document. */
  id: string;
  /** What the operation does. */
  summary: string;
};

export type Address = {
  /** Replace the parts in braces with values. */
  href: string;
  /** Whether the address has parts in braces. */
  templated: boolean;
  /** The operations of this address. */
  operations: (AddressedOperation)[];
};

export type Directory = {
  /** The version of Kontor on this server. */
  version: string;
  /** The page on which people can try the calls. */
  docs_href: string;
  /** The OpenAPI document. */
  openapi_href: string;
  /** The AsyncAPI document, which describes streams and webhooks. */
  asyncapi_href: string;
  /** The list of all kinds of problems. */
  problems_href: string;
  /** The public keys that verify signatures of this server. */
  keys_href: string;
  /** All addresses of the API. */
  addresses: (Address)[];
};

/** An account to open. */
export type AccountRequest = {
  /** 1 to 80 characters. Line breaks and invisible characters are not allowed. */
  name: string;
  /** True if a program decides for the account. Games show this with its seats. */
  bot?: boolean;
  /** A token from the operator, if the server needs one to open an account. */
  token?: string | null;
};

export type OpenedAccount = {
  /** The id of an account. */
  id: string;
  /** The name of the account. */
  name: string;
  /** The key, which is shown only once. */
  api_key: string;
  /** What the key may do. */
  scopes: (string)[];
  /** The recovery codes, which are shown only once. With each code you can get one new key. */
  recovery_codes: (string)[];
};

export type Me = {
  /** The id of an account. */
  id: string;
  /** The name of the account. */
  name: string;
  /** Whether games show your name. */
  named: boolean;
  /** True if a program decides for the account. */
  bot: boolean;
  /** The scopes of the key in this request. */
  scopes: (string)[];
  /** The scopes that the operator has granted. */
  grants: (string)[];
  /** When the account was opened. */
  created_at: string;
};

/** The changes to an account. Fields that are left out stay as they are. */
export type ChangedAccount = {
  /** 1 to 80 characters. Line breaks and invisible characters are not allowed. */
  name?: string | null;
  /** Whether games show your name with your seat. */
  named?: boolean | null;
  /** Mark the account as a bot. This cannot be undone. */
  bot?: true | null;
};

export type Key = {
  /** The id of an API key, not the key itself. */
  id: string;
  /** The first characters of the key. */
  prefix: string;
  /** Your name for the key. */
  label: string;
  /** What the key may do. */
  scopes: (string)[];
  /** When the key was created. */
  created_at: string;
  /** When the key was revoked; null: it is valid. */
  revoked_at: string | null;
  /** When the key expires; null: never. */
  expires_at: string | null;
};

export type Keys = {
  /** All keys of the account, including revoked keys. */
  items: (Key)[];
};

/** A further key of the account. */
export type KeyRequest = {
  /** Your name for the key. */
  label?: string;
  /** What the key may do. For `audit:read` and `admin` the operator must have granted the scope to the account. */
  scopes?: ("game:read" | "game:play" | "game:create" | "webhook:write" | "audit:read" | "admin")[];
  /** When the key expires: an RFC 3339 time such as 2030-01-31T12:00:00Z. Without it, the key never expires. */
  expires_at?: string | null;
};

export type AddedKey = {
  /** The id of an API key, not the key itself. */
  id: string;
  /** The first characters of the key. */
  prefix: string;
  /** Your name for the key. */
  label: string;
  /** What the key may do. */
  scopes: (string)[];
  /** When the key was created. */
  created_at: string;
  /** When the key was revoked; null: it is valid. */
  revoked_at: string | null;
  /** When the key expires; null: never. */
  expires_at: string | null;
  /** The key, which is shown only once. */
  api_key: string;
};

export type RecoveryCodesLeft = {
  /** How many unused recovery codes the account has. */
  left: number;
  /** When the server created the codes; null: there are none. */
  created_at: string | null;
};

export type NewRecoveryCodes = {
  /** The key, which is shown only once. */
  recovery_codes: (string)[];
};

/** A recovery code of the account. Case, spaces and dashes do not matter. */
export type RecoveryRequest = {
  /** A recovery code of the account, such as KTR-7K3QF-9M2XD-0A4BC-HJKMN. */
  recovery_code: string;
  /** Revoke all other keys, seat tokens and passkeys. Choose this if another person may have one of them. */
  revoke_keys?: boolean;
};

/** A new key with all basic scopes, and its account. */
export type SignedIn = {
  /** The id of an account. */
  id: string;
  /** The name of the account. */
  name: string;
  /** The key, which is shown only once. */
  api_key: string;
  /** What the key may do. */
  scopes: (string)[];
};

export type Passkey = {
  /** The id of a passkey. */
  id: string;
  /** The name that you gave the passkey. */
  label: string;
  /** The passkey works on pages of this host. */
  host: string;
  /** When you added the passkey. */
  created_at: string;
  /** When the passkey was last used; null: never. */
  used_at: string | null;
};

export type Passkeys = {
  /** All passkeys of the account. */
  items: (Passkey)[];
};

/** A new passkey, as the browser created it. The values are those of `PublicKeyCredential.toJSON()`. */
export type PasskeyRequest = {
  /** `id` of the browser's credential. */
  credential: string;
  /** `response.clientDataJSON` of the browser's credential. */
  client_data: string;
  /** `response.attestationObject` of the browser's credential. */
  attestation: string;
  /** A name for the passkey, by which you recognise it. */
  label?: string;
};

export type PasskeyOptions = {
  /** The argument for `PublicKeyCredential.parse…OptionsFromJSON()` of the browser. */
  options: JsonValue;
};

/** The answer of a passkey to a challenge. The values are those of `PublicKeyCredential.toJSON()`. */
export type PasskeySignIn = {
  /** `id` of the browser's credential. */
  credential: string;
  /** `response.clientDataJSON` of the browser's credential. */
  client_data: string;
  /** `response.authenticatorData`. */
  authenticator_data: string;
  /** `response.signature`. */
  signature: string;
  /** Revoke all other keys, seat tokens and passkeys. Choose this if another person may have one of them. */
  revoke_keys?: boolean;
};

export type App = {
  /** The id of this permission. */
  id: string;
  /** The name that the app has chosen. */
  app: string;
  /** The id with which the app has registered itself. */
  client_id: string;
  /** What the app may do. */
  scopes: (string)[];
  /** When you allowed the app. */
  created_at: string;
  /** When the app last got an access token. */
  used_at: string;
  /** When the permission ends, unless the app uses it before. */
  expires_at: string;
};

export type Apps = {
  /** The apps that are allowed now. */
  items: (App)[];
};

/** The request of the app that the person allows to use the account. */
export type ConsentRequest = {
  /** The query of the address of the consent page: `response_type=code&client_id=…`. */
  request: string;
};

export type Consent = {
  /** The address of the app, with the code. Open it in the browser. */
  redirect_to: string;
};

export type DeviceRequest = {
  /** The id of the app. */
  client_id: string;
  /** The scopes, separated by spaces. The default is game:read. */
  scope?: string;
};

export type DeviceCodes = {
  /** The code for the token endpoint. Keep it secret. */
  device_code: string;
  /** The code that the person types. */
  user_code: string;
  /** The page on which the person types the code. */
  verification_uri: string;
  /** The same page with the code filled in. */
  verification_uri_complete: string;
  /** Seconds for which the codes are valid. */
  expires_in: number;
  /** Seconds to wait between two requests for the tokens. */
  interval: number;
};

export type OAuthError = {
  /** The code of the error (RFC 6749). */
  error: string;
  /** What is wrong, for the author of the app. */
  error_description?: string;
};

export type WaitingDevice = {
  /** The name that the app has chosen. */
  app: string;
  /** The id with which the app has registered itself. */
  client_id: string;
  /** The scopes that the app asks for. */
  scopes: (string)[];
};

/** The person's answer to an app that waits with a device code. */
export type DeviceAnswer = {
  /** Whether the app may use your account. */
  allow: boolean;
};

export type TokenRequest = {
  /** authorization_code, refresh_token or urn:ietf:params:oauth:grant-type:device_code. */
  grant_type: string;
  /** The id of the app. */
  client_id: string;
  /** With authorization_code. */
  code?: string;
  /** With authorization_code: the same address as in the request for the code. */
  redirect_uri?: string;
  /** With authorization_code: the PKCE verifier. */
  code_verifier?: string;
  /** With refresh_token. */
  refresh_token?: string;
  /** With refresh_token: fewer scopes than before. */
  scope?: string;
  /** With the device grant: the device code. */
  device_code?: string;
  /** The address of this server (RFC 8707). */
  resource?: string;
};

export type Tokens = {
  /** The access token. Send it as `Authorization: Bearer …`. */
  access_token: string;
  /** The refresh token, which can be used once. Each exchange returns another one. */
  refresh_token: string;
  /** Always `Bearer`. */
  token_type: string;
  /** Seconds for which the access token is valid. */
  expires_in: number;
  /** The scopes of the access token, separated by spaces. */
  scope: string;
};

export type RevocationRequest = {
  /** The id of the app. */
  client_id: string;
  /** An access token or a refresh token. */
  token: string;
  /** Not used. */
  token_type_hint?: string;
};

export type AppMetadata = {
  /** 1 to 80 characters. People see it. */
  client_name: string;
  /** Up to 5 addresses to which the app wants to get answers. An app on a device without a browser needs none. */
  redirect_uris?: (string)[];
};

export type RegisteredApp = {
  /** The client id, with up to 2,000 characters. The same name and addresses give the same id. */
  client_id: string;
  /** The time of this answer, in seconds since 1970. */
  client_id_issued_at: number;
  /** The registered name of the app. */
  client_name: string;
  /** The registered addresses of the app. */
  redirect_uris: (string)[];
  /** none: the app has no secret. */
  token_endpoint_auth_method: string;
  /** The grants that the app may use. */
  grant_types: (string)[];
  /** Always `code`. */
  response_types: (string)[];
};

export type ServerMetadata = {
  /** The address of this server. It is also `iss` in the answer to an app. */
  issuer: string;
  /** The consent page, to open in a browser. */
  authorization_endpoint: string;
  /** Where an app exchanges a code or a refresh token. */
  token_endpoint: string;
  /** Where an app registers itself. */
  registration_endpoint: string;
  /** Where a device gets its codes. */
  device_authorization_endpoint: string;
  /** Where an app revokes its tokens. */
  revocation_endpoint: string;
  /** All scopes that an app can get. */
  scopes_supported: (string)[];
  /** Always `code`. */
  response_types_supported: (string)[];
  /** The grants of the token endpoint. */
  grant_types_supported: (string)[];
  /** Always `none`: apps have no secret. */
  token_endpoint_auth_methods_supported: (string)[];
  /** Always `none`. */
  revocation_endpoint_auth_methods_supported: (string)[];
  /** Always `S256`. */
  code_challenge_methods_supported: (string)[];
  /** Always true. */
  authorization_response_iss_parameter_supported: boolean;
  /** The guide for authors of apps. */
  service_documentation: string;
};

export type ResourceMetadata = {
  /** The address that needs a token. */
  resource: string;
  /** The servers that give tokens for it. */
  authorization_servers: (string)[];
  /** All scopes that an app can get. */
  scopes_supported: (string)[];
  /** Always `header`: a token is never in an address. */
  bearer_methods_supported: (string)[];
  /** The guide for authors of apps. */
  resource_documentation: string;
};

export type RulesetLine = {
  /** The name, as in addresses and in `ruleset` of a new game. */
  name: string;
  /** The name of the game for people. */
  title: string;
  /** The version of the rules with which new games are decided. */
  version: number;
  /** The address of the ruleset. */
  href: string;
};

export type Rulesets = {
  /** All rulesets of this server. */
  items: (RulesetLine)[];
};

export type SeatRange = {
  /** The smallest number of seats. */
  fewest: number;
  /** The largest number of seats. */
  most: number;
};

/** A difficulty for people. Seat its bot, and send its time as `bot_milliseconds` of the game. */
export type Level = {
  /** Such as `easy`. */
  name: string;
  /** The bot that plays this level. */
  bot: string;
  /** How long the bot should think about a decision. */
  milliseconds: number;
  /** For whom the level is, and how the bot plays. */
  about: string;
};

export type BoardLine = {
  /** The name, as in `board` of a new game. */
  name: string;
  /** A name for people. */
  title: string;
  /** How many seats the board allows. */
  seats: SeatRange;
  /** `sha256:…` of the canonical JSON of the board. */
  hash: string;
  /** The address of the board. */
  href: string;
};

/** A category of points. */
export type Category = {
  /** A category of the score, as the ruleset lists it. */
  name: string;
  /** The name of the category for people. */
  title: string;
  /** The letter that the rulebook uses for the category, if any. */
  letter?: string;
};

/** A kind of decision that a game can wait for. */
export type DecisionKind = {
  /** The kind, as in `decisions` of a game. */
  kind: string;
  /** What the player has to do, as a sentence. */
  text: string;
};

export type Ruleset = {
  /** The name, as in addresses and in `ruleset` of a new game. */
  name: string;
  /** The name of the game for people. */
  title: string;
  /** The version of the rules with which new games are decided. */
  version: number;
  /** The address of the ruleset. */
  href: string;
  /** How many seats a game may have. */
  seats: SeatRange;
  /** The colours of pieces that a seat can choose. */
  colours: (string)[];
  /** The default of `order` for new games. */
  order: "listed" | "drawn";
  /** The names of the bots. */
  bots: (string)[];
  /** A sentence about how each bot plays. Bots that the operator added have none. */
  bots_about: Record<string, string>;
  /** Difficulties for people, the easiest first. */
  levels: (Level)[];
  /** The boards that come with the ruleset. */
  boards: (BoardLine)[];
  /** The categories of points, as in `breakdown` of a score. */
  categories: (Category)[];
  /** The kinds of decisions that a game can wait for. */
  decisions: (DecisionKind)[];
  /** The types of all commands. */
  commands: (string)[];
  /** The types of all events. */
  events: (string)[];
  /** JSON Schema of the options. */
  options: JsonSchema;
  /** The address of the JSON Schemas of commands, events, options and states. */
  schemas_href: string;
  /** The address of what players read about commands. */
  labels_href: string;
  /** The address of the texts of all rules. */
  rules_href: string;
  /** A short page for people about how to play, with pictures, if there is one. */
  guide_href?: string;
};

/** The texts that players read about commands, in one language. */
export type Labels = {
  /** The language of the labels. */
  language: string;
  /** The labels of each type of command, in the order for players: `title`, `about`, `sentence`, and perhaps `mark`. `first`: players want this command whenever it is possible. `optional`: it costs nothing. `last`: it ends the turn. */
  commands: JsonValue;
  /** For each kind of decision, what the player has to do. */
  decisions: JsonValue;
  /** The question for a field, by its path, or by the end of its path. */
  questions: JsonValue;
  /** The label of a value, by `field=value` or by the value alone. */
  values: JsonValue;
  /** The word for an amount, by field: the singular and the plural. */
  nouns: JsonValue;
  /** The sentence for an object in a field. */
  parts: JsonValue;
  /** The usual value of a field, by its path. */
  defaults: JsonValue;
  /** The fields whose numbers are seats. */
  seats: (string)[];
  /** Fields, by path, that have different values in all items of a list. */
  distinct: JsonValue;
  /** The icon of each field: the `path` of a drawing of 16 by 16 units, and its `fill`. */
  icons: JsonValue;
  /** For each type of command, the fields that a page should ask for in one form. */
  together: JsonValue;
  /** Words that join labels, such as `and` and `nothing`. */
  words: JsonValue;
  /** With `board`: the names of the things on the board, by id. */
  things: JsonValue;
};

export type StoredBoard = {
  /** The name of the board. Use it as `"board"` of a new game. */
  hash: string;
};

export type Rule = {
  /** The id of a rule, such as HT-PLACE-1. */
  id: string;
  /** Markdown. */
  text: string;
  /** The address of the rule. */
  href: string;
};

export type Rules = {
  /** The name of a ruleset. */
  ruleset: string;
  /** The rules in the order of the rulebook. */
  items: (Rule)[];
};

/** A signature of the commitment to a seed. Check it with a key from /.well-known/kontor-keys.json. */
export type SeedReceipt = {
  /** The version of this format. */
  format: string;
  /** The id of a game. */
  game: string;
  /** The SHA-256 of the seed. */
  commitment: string;
  /** When the server signed. */
  at: string;
  /** Until when a game can be created with the seed. */
  expires_at: string;
  /** The id of a key of the server, as in `/.well-known/kontor-keys.json`. */
  key: string;
  /** An Ed25519 signature in hex (docs/log-format.md says over which bytes). */
  signature: string;
};

export type Seed = {
  /** The address of the newest checkpoint of the transparency log. Store a checkpoint together with the receipt. */
  checkpoint_href: string;
  /** The id that the game will have. */
  id: string;
  /** The SHA-256 of the seed. */
  commitment: string;
  /** Until when you can create a game with the seed. */
  expires_at: string;
  /** The signature of the commitment. Keep it until you have checked the game. */
  receipt: SeedReceipt;
};

export type Seat = {
  /** The number of a seat, from 1. */
  seat: number;
  /** `open`: free for any account. `invited`: free, but only by invitation. */
  kind: "open" | "invited" | "participant" | "bot";
  /** The bot that plays the seat. */
  bot?: string;
  /** A random id for this seat in this game. It does not identify the account. */
  participant?: string;
  /** The name of the account, if the account shows its name. */
  name?: string;
  /** True if the account is marked as a bot. */
  bot_account?: boolean;
  /** The colour of its pieces, if it is known. */
  colour?: string;
  /** True if you hold the seat. */
  mine: boolean;
};

/** A decision that the game is waiting for. */
export type Decision = {
  /** The number of a seat, from 1. */
  seat: number;
  /** One of `decisions` of the ruleset. After an upgrade, lists show null until the game changes. */
  kind: string | null;
  /** Null if the game has no clock. */
  deadline: string | null;
  /** The address of the commands that the seat may send. */
  legal_href: string;
};

export type Clock = {
  /** The time for each decision, as an ISO 8601 duration such as PT30M. */
  per_decision: string;
  /** Additional time for the whole game, as an ISO 8601 duration. */
  bank: string;
  /** What happens when the time is over: a `bot` plays the seat, or the server ends the game (`abort`). */
  on_timeout: "bot" | "abort";
};

export type Deadline = {
  /** The number of a seat, from 1. */
  seat: number;
  /** The time by which the seat must have decided. */
  at: string;
};

export type Pause = {
  /** The seat whose clock is paused. Without it, all are. */
  seat?: number;
  /** When the clock runs again at the latest. */
  until?: string;
};

export type Placing = {
  /** The number of a seat, from 1. */
  seat: number;
  /** 1 is the winner. Equal seats share a rank. */
  rank: number;
  /** The points of the seat. */
  total: number;
};

/** A signature of the head of the game. Check it with a key from /.well-known/kontor-keys.json. */
export type Receipt = {
  /** The version of this format. */
  format: string;
  /** The id of a game. */
  game: string;
  /** The version of the game that is signed. */
  version: number;
  /** The hash of that version. It covers all events before. */
  hash: string;
  /** When the server signed. */
  at: string;
  /** The id of the command that led to this version. */
  command: string;
  /** The id of a key of the server, as in `/.well-known/kontor-keys.json`. */
  key: string;
  /** An Ed25519 signature in hex (docs/log-format.md says over which bytes). */
  signature: string;
};

export type Created = {
  /** The id of a game. */
  id: string;
  /** The name of a ruleset. */
  ruleset: string;
  /** The version of the rules with which the game is decided. */
  ruleset_version: number;
  /** sha256:… of the board's canonical JSON. */
  board: string;
  /** Null: a custom board. */
  board_name: string | null;
  /** The options of the game, with the defaults filled in. */
  options: Options;
  /** How the turn order is found: `listed` is the order of the seats, `drawn` a random one. */
  order: string;
  /** The bot that plays for a late seat, if the creator named one. */
  stand_in?: string;
  /** True if the game was played on another server, which signed it. */
  imported?: boolean;
  /** True if you created the game. Then you can invite to its free seats. */
  created_by_me?: boolean;
  /** The status of the game. `scoring`: play is over, and a worker computes the score. */
  status: "open" | "running" | "scoring" | "finished" | "aborted";
  /** The number of the newest event. */
  version: number;
  /** The hash of the last event. */
  head: string;
  /** The SHA-256 of the seed of the dice. The server publishes the seed when the game is over. */
  commitment: string;
  /** All seats, from seat 1. */
  seats: (Seat)[];
  /** The seats in the order of their turns; empty before the start. */
  turn_order: (number)[];
  /** The seats without which the game cannot continue. */
  awaiting: (number)[];
  /** The decisions of the seats in `awaiting`, in the same order. */
  decisions: (Decision)[];
  /** If the game has not started by then, the server ends it. */
  open_until?: string;
  /** The number of days without an event after which the server ends a running game. */
  idle_days?: number;
  /** The clock, if the game has one. */
  clock?: Clock;
  /** The deadlines of the awaited seats. */
  deadlines?: (Deadline)[];
  /** The clocks that are paused, if any. */
  paused?: (Pause)[];
  /** The result, if the game is finished. */
  result?: (Placing)[];
  /** When the game was created. */
  created_at: string;
  /** When its newest event was stored. */
  changed_at: string;
  /** The address of this summary. */
  href: string;
  /** The address of the position. */
  state_href: string;
  /** The address of the legal commands of a seat: yours, or one that must decide. */
  legal_href: string;
  /** The address of the events. */
  events_href: string;
  /** The address of the stream of events. */
  stream_href: string;
  /** The address of the score. */
  score_href: string;
  /** The address of the audit bundle. */
  audit_href: string;
  /** Who may read the game: `public` any client, `unlisted` any client that knows its id, `private` its players. */
  visibility: string;
  /** True: a practice game, in which commands can be undone and a bot gives hints. This never changes. */
  practice: boolean;
  /** Milliseconds that a bot may think about a decision. */
  bot_milliseconds?: number;
  /** Seconds that a bot waits for people after it has asked them something. */
  bot_patience?: number;
  /** Whether accounts that are bots may sit down without being invited. */
  bots_welcome: boolean;
  /** The address of the newest checkpoint of the transparency log. Store a checkpoint together with the receipt. */
  checkpoint_href: string;
  /** The signature of the first version. Keep it: with it you can prove that the server changed the game. */
  receipt: Receipt;
};

/** The summary of a game. */
export type Summary = {
  /** The id of a game. */
  id: string;
  /** The name of a ruleset. */
  ruleset: string;
  /** The version of the rules with which the game is decided. */
  ruleset_version: number;
  /** sha256:… of the board's canonical JSON. */
  board: string;
  /** Null: a custom board. */
  board_name: string | null;
  /** The options of the game, with the defaults filled in. */
  options: Options;
  /** How the turn order is found: `listed` is the order of the seats, `drawn` a random one. */
  order: string;
  /** The bot that plays for a late seat, if the creator named one. */
  stand_in?: string;
  /** True if the game was played on another server, which signed it. */
  imported?: boolean;
  /** True if you created the game. Then you can invite to its free seats. */
  created_by_me?: boolean;
  /** The status of the game. `scoring`: play is over, and a worker computes the score. */
  status: "open" | "running" | "scoring" | "finished" | "aborted";
  /** The number of the newest event. */
  version: number;
  /** The hash of the last event. */
  head: string;
  /** The SHA-256 of the seed of the dice. The server publishes the seed when the game is over. */
  commitment: string;
  /** All seats, from seat 1. */
  seats: (Seat)[];
  /** The seats in the order of their turns; empty before the start. */
  turn_order: (number)[];
  /** The seats without which the game cannot continue. */
  awaiting: (number)[];
  /** The decisions of the seats in `awaiting`, in the same order. */
  decisions: (Decision)[];
  /** If the game has not started by then, the server ends it. */
  open_until?: string;
  /** The number of days without an event after which the server ends a running game. */
  idle_days?: number;
  /** The clock, if the game has one. */
  clock?: Clock;
  /** The deadlines of the awaited seats. */
  deadlines?: (Deadline)[];
  /** The clocks that are paused, if any. */
  paused?: (Pause)[];
  /** The result, if the game is finished. */
  result?: (Placing)[];
  /** When the game was created. */
  created_at: string;
  /** When its newest event was stored. */
  changed_at: string;
  /** The address of this summary. */
  href: string;
  /** The address of the position. */
  state_href: string;
  /** The address of the legal commands of a seat: yours, or one that must decide. */
  legal_href: string;
  /** The address of the events. */
  events_href: string;
  /** The address of the stream of events. */
  stream_href: string;
  /** The address of the score. */
  score_href: string;
  /** The address of the audit bundle. */
  audit_href: string;
  /** Who may read the game: `public` any client, `unlisted` any client that knows its id, `private` its players. */
  visibility: string;
  /** True: a practice game, in which commands can be undone and a bot gives hints. This never changes. */
  practice: boolean;
  /** Milliseconds that a bot may think about a decision. */
  bot_milliseconds?: number;
  /** Seconds that a bot waits for people after it has asked them something. */
  bot_patience?: number;
  /** Whether accounts that are bots may sit down without being invited. */
  bots_welcome: boolean;
};

export type GameList = {
  /** The games of this page. */
  items: (Summary)[];
  /** The address of the next page. */
  next: string | null;
};

/** Take a seat, with an optional nonce and colour. */
export type Join = {
  /** 64 random hex digits. They change the dice, so that the server alone cannot choose them. */
  nonce?: string | null;
  /** A colour of pieces, as the ruleset lists it. */
  colour?: string | null;
  /** The token that you received, if any. */
  invitation?: string | null;
};

export type OpenedPart = {
  /** The number of the part, counted from 0. */
  part: number;
  /** 32 bytes in hex, which the digest of the part covers. */
  salt: string;
  /** The content of the part. */
  value: Secret;
};

export type OpenedCommand = {
  /** 32 bytes in hex, which the digest of the command covers. */
  salt: string;
  /** The command. */
  body: AnyCommand;
};

/** One event as you may see it. */
export type Line = {
  /** The number of the event in the game. */
  version: number;
  /** The hash of the event, which covers all events before. */
  hash: string;
  /** The event as it is stored. */
  envelope: Event;
  /** The sealed parts of the event that you may see. */
  parts: (OpenedPart)[];
  /** The command that caused the event, if you may see it and the event is the first of its commit. */
  command?: OpenedCommand;
};

export type Outcome = {
  /** The address of the newest checkpoint of the transparency log. Store a checkpoint together with the receipt. */
  checkpoint_href: string;
  /** The version of the game after the command. */
  version: number;
  /** The events that you may see. */
  events: (Line)[];
  /** The seats without which the game cannot continue. */
  awaiting: (number)[];
  /** The signature of the new version. Keep it: with it you can prove that the server changed the game. */
  receipt: Receipt;
};

/** An empty body. */
export type NothingSaid = Record<string, never>;

/** The bot that takes the seat. The default is the `stand_in` of the game, or else `greedy`. */
export type Resign = {
  /** The name of a bot. */
  bot?: string | null;
};

export type Token = {
  /** The token, which is shown only once. It can play this seat and do nothing else. */
  token: string;
  /** The id of a game. */
  game: string;
  /** The number of a seat, from 1. */
  seat: number;
};

/** An invitation to one seat. The server shows its token only once, when it is created. */
export type Invitation = {
  /** The id of an invitation. */
  id: string;
  /** The id of a game. */
  game: string;
  /** The number of a seat, from 1. */
  seat: number;
  /** Whether the invitation can still be used. */
  status: "waiting" | "used" | "revoked" | "expired";
  /** True if the holder of the seat passes it on; false if the seat is free. */
  passes_on: boolean;
  /** The only account that may use the invitation. Without this field, any account with the token may use it. */
  account?: string;
  /** When the invitation was created. */
  created_at: string;
  /** Until when the invitation can be used. */
  expires_at: string;
  /** The address of the invitation. Its creator can revoke it there with DELETE. */
  href: string;
};

export type Invitations = {
  /** The invitations to the seat, the newest first. */
  items: (Invitation)[];
};

/** Invite to a seat: either one account, which needs no token, or any account that has the token. */
export type Invite = {
  /** The only account that may use it. Without it: any account with the token. */
  account?: string | null;
  /** How long the invitation is valid: an ISO 8601 duration of up to 30 days. */
  lasts?: string;
};

export type MadeInvitation = {
  /** The id of an invitation. */
  id: string;
  /** The id of a game. */
  game: string;
  /** The number of a seat, from 1. */
  seat: number;
  /** Whether the invitation can still be used. */
  status: "waiting" | "used" | "revoked" | "expired";
  /** True if the holder of the seat passes it on; false if the seat is free. */
  passes_on: boolean;
  /** The only account that may use the invitation. Without this field, any account with the token may use it. */
  account?: string;
  /** When the invitation was created. */
  created_at: string;
  /** Until when the invitation can be used. */
  expires_at: string;
  /** The address of the invitation. Its creator can revoke it there with DELETE. */
  href: string;
  /** The token, which is shown only once. Left out if the invitation is for an account. */
  token?: string;
  /** The link for a browser. The token follows `#`; browsers do not send this part to the server. */
  link: string;
};

/** An invitation as the invited account sees it. */
export type Invited = {
  /** The id of an invitation. */
  id: string;
  /** The id of a game. */
  game: string;
  /** The number of a seat, from 1. */
  seat: number;
  /** Whether the invitation can still be used. */
  status: "waiting" | "used" | "revoked" | "expired";
  /** True if the holder of the seat passes it on; false if the seat is free. */
  passes_on: boolean;
  /** The only account that may use the invitation. Without this field, any account with the token may use it. */
  account?: string;
  /** When the invitation was created. */
  created_at: string;
  /** Until when the invitation can be used. */
  expires_at: string;
  /** The address of the invitation. Its creator can revoke it there with DELETE. */
  href: string;
  /** The summary of the game, also of a private one. */
  summary: Summary;
};

export type MyInvitations = {
  /** The invitations for your account that you can use. */
  items: (Invited)[];
};

/** The token of an invitation that you received. */
export type InvitationToken = {
  /** The part of the link after `#invitation=`. */
  invitation: string;
};

/** Accept an invitation, with your key, or without a key and with a name for a new account. */
export type Accept = {
  /** The part of the link after `#invitation=`. */
  invitation: string;
  /** 1 to 80 characters. Line breaks and invisible characters are not allowed. */
  name?: string | null;
  /** 64 random hex digits. They change the dice, so that the server alone cannot choose them. */
  nonce?: string | null;
  /** A colour of pieces, as the ruleset lists it. */
  colour?: string | null;
};

/** The seat that you have now. */
export type Accepted = {
  /** The id of a game. */
  game: string;
  /** The number of a seat, from 1. */
  seat: number;
  /** The new account and its key, if you sent no key. */
  account?: OpenedAccount;
  /** The events that the holder of the seat may see. */
  outcome: Outcome;
};

/** The position from which a practice game starts. */
export type Branch = {
  /** The last version of a commit since the start. */
  version: number;
};

export type ToldFact = {
  /** The type of the event. */
  type: string;
  /** The fields of the event. */
  data: JsonValue;
  /** The event as a sentence, as in the story. */
  sentence: string;
};

export type DryRun = {
  /** Always true: nothing was stored. */
  dry_run: boolean;
  /** The version at which the command was tried. */
  version: number;
  /** What would happen. */
  events: (ToldFact)[];
  /** True if a draw or something hidden decides what follows. */
  undetermined: boolean;
};

export type Legal = {
  /** The version of the game: the number of the newest event that the answer takes into account. */
  version: number;
  /** The number of a seat, from 1. */
  seat: number;
  /** The seats that must decide before the game can continue. */
  awaiting: (number)[];
  /** The legal commands as options. Missing with `sample` and on further pages. */
  options?: (Option)[];
  /** Complete commands that you can send as they are, with `expand` or `sample`. */
  commands?: (Command)[];
  /** True if there may be more commands. Then `next` is their address. */
  truncated?: boolean;
  /** With `language`: the names of choices that depend on the position, by id, or by `field=value`. Use them instead of the labels of the ruleset. */
  names?: Record<string, string>;
  /** With `language`, if a bot waits for an answer of this seat: the time at which it stops waiting. */
  answer_by?: string;
  /** The address of further commands, or null. */
  next?: string | null;
};

/** The bot that gives the hint. The default is the strongest bot of the ruleset. */
export type AskHint = {
  /** The name of a bot. */
  bot?: string | null;
  /** The seat that you mean, if you hold several. */
  seat?: number | null;
};

export type Progress = {
  /** The current step; empty before the job starts. */
  step: string;
  /** How many versions, games or decisions are finished. */
  done: number;
  /** The total number of versions, games or decisions; 0 if not known yet. */
  of: number;
};

export type Flaw = {
  /** The check that found the flaw. */
  check: string;
  /** The version of the event with the flaw; null if it concerns no single event. */
  version: number | null;
  /** What is wrong, as a sentence. */
  message: string;
};

export type AuditReport = {
  /** True if no flaw was found. */
  good: boolean;
  /** The id of a game. */
  game: string;
  /** The newest version in the bundle. */
  version: number;
  /** The hash of that version. */
  hash: string;
  /** Whether the game is over at that version. */
  ended: boolean;
  /** The rules give the same events again for versions 1 to this one. */
  decided_again: number;
  /** The newest version that is proved to be in the transparency log. */
  logged: number | null;
  /** The newest version whose checkpoint satisfies your policy about witnesses. */
  witnessed: number | null;
  /** All flaws that were found; empty if the bundle is good. */
  flaws: (Flaw)[];
  /** What was not checked, and why. */
  unchecked: (string)[];
  /** Remarks that are not flaws. */
  remarks: (string)[];
  /** How long the check took. */
  seconds: number;
};

export type MadeFile = {
  /** The address of the file. */
  href: string;
  /** The size of the file in bytes. */
  bytes: number;
  /** How many games it contains. */
  games: number;
  /** How many events it contains. */
  events: number;
  /** The cursor. Send it as `cursor` of the next export to continue from here. */
  next: string | null;
};

export type Candidate = {
  /** The command that the bot considered. */
  command: Command;
  /** In hundredths of `unit`. Null: the bot did not compare numbers. */
  value: number | null;
  /** True if the command wins the game, as far as the bot can see. */
  wins: boolean;
};

export type Reasons = {
  /** A sentence: what the bot compared, and how. */
  because: string;
  /** The unit of the values, which are in hundredths. */
  unit: string | null;
  /** At most six commands, the best first. Whether a higher or a lower value is better depends on the unit. */
  candidates: (Candidate)[];
  /** How many commands the bot compared. */
  considered: number;
};

export type Hint = {
  /** The id of a game. */
  game: string;
  /** The version of the game for which the hint is. */
  version: number;
  /** The number of a seat, from 1. */
  seat: number;
  /** The bot that gives the hint. */
  bot: string;
  /** Null: the bot would wait for other seats. */
  command: JsonValue;
  /** Null: the bot gives no reasons. */
  reasons: Reasons | null;
};

export type Analysed = {
  /** The id of a game. */
  game: string;
  /** How many decisions were judged. */
  decisions: number;
  /** The address of the analysis. */
  href: string;
};

export type Job = {
  /** The id of a background job. */
  id: string;
  /** The kind of work that the job does. */
  kind: "audit" | "export" | "hint" | "analysis";
  /** The state of the job. When it is `done`, the answer contains the result. */
  status: "waiting" | "running" | "done" | "failed";
  /** The address of the job. Poll it until the job is `done` or `failed`. */
  href: string;
  /** How much is done already. */
  progress: Progress;
  /** The report, if `kind` is `audit` and the job is done. */
  result: AuditReport | null;
  /** The archive, if `kind` is `export` and the job is done. */
  file: MadeFile | null;
  /** The hint, if `kind` is `hint` and the job is done. */
  hint: Hint | null;
  /** The analysis, if `kind` is `analysis` and the job is done. */
  analysis: Analysed | null;
  /** Why the job failed. */
  why: string | null;
  /** When the job was requested. */
  created_at: string;
  /** When the job ended; null while it waits or runs. */
  ended_at: string | null;
  /** When the server deletes the job. */
  expires_at: string;
};

export type Refusal = {
  /** When the command was refused. */
  at: string;
  /** The number of a seat, from 1. */
  seat: number;
  /** The version of the game at that time. */
  version: number;
  /** The first 2000 bytes of the request body. */
  sent: string;
  /** The answer that you got. */
  problem: Problem;
};

export type Refusals = {
  /** Newest first. */
  items: (Refusal)[];
  /** Why the list is empty, if the server cannot read refusals now. */
  note?: string;
};

/** Take back your last command, or all your commands since a version, or (together) everything since a version. */
export type Undo = {
  /** The version to go back to: the last version of a commit. */
  to?: number | null;
  /** The seat that you mean, if you hold several. */
  seat?: number | null;
  /** True: all people at the table must agree. Each of them must make the same call. */
  together?: boolean;
};

export type Votes = {
  /** The seats that have agreed. */
  agreed: (number)[];
  /** The seats that must still agree. */
  missing: (number)[];
};

/** Pause all clocks, if all people at the table agree. With a seat: pause its clock for a vacation. */
export type PauseRequest = {
  /** Your seat that takes a vacation. */
  seat?: number | null;
  /** When the clocks run again at the latest. */
  until?: string | null;
};

/** End the pause of all clocks. With a seat: end its vacation. */
export type Resume = {
  /** Your seat whose vacation ends. */
  seat?: number | null;
};

export type Agreement = {
  /** The seats that have agreed. */
  agreed: (number)[];
  /** The seats that must still agree. */
  missing: (number)[];
  /** What the people vote on. */
  about: "abort" | "undo" | "pause";
  /** For an undo: the version to go back to. */
  to?: number;
  /** For an undo: the version of the game at which the vote is valid. */
  version?: number;
  /** For a pause: when the clocks run again at the latest. */
  until?: string;
};

export type Agreements = {
  /** The version of the game: the number of the newest event that the answer takes into account. */
  version: number;
  /** The votes that are open now. */
  items: (Agreement)[];
};

/** An event that would happen. It is not stored and not sealed. */
export type Fact = {
  /** The type of the event. */
  type: string;
  /** The fields of the event. */
  data: JsonValue;
};

export type SeatScore = {
  /** The number of a seat, from 1. */
  seat: number;
  /** The sum of all points. */
  total: number;
  /** 1 is the winner. Equal seats share a rank. */
  rank: number;
  /** The points of each category of the ruleset. */
  breakdown: Record<string, number>;
};

/** Some points of a seat, and the rule that gives them. */
export type LedgerLine = {
  /** The number of a seat, from 1. */
  seat: number;
  /** How many points. */
  points: number;
  /** A category of the score, as the ruleset lists it. */
  category: string;
  /** The rule that gives the points. */
  rule: string;
  /** The version of the event that brought the points, if it was a single event. */
  version?: number;
  /** The cities, routes or other things that brought the points. */
  about: (string)[];
};

export type Score = {
  /** True if the game is over. Before, the score is what the seats would get now. */
  final: boolean;
  /** The version of the game: the number of the newest event that the answer takes into account. */
  version: number;
  /** The score of each seat. */
  seats: (SeatScore)[];
  /** All gains of points, each with its rule. */
  ledger: (LedgerLine)[];
};

export type WhatIf = {
  /** The version from which the commands were tried. */
  version: number;
  /** True if the game has ended: then its own draws were used. */
  determined: boolean;
  /** What would happen. */
  events: (Fact)[];
  /** The position afterwards. */
  state: State;
  /** The seats that would have to decide then. */
  awaiting: (number)[];
  /** The score then. */
  score: Score;
};

export type StateAnswer = {
  /** The id of a game. */
  game: string;
  /** The version of the game that the state belongs to. */
  version: number;
  /** True if a commit ends at this version. Players can act only at such versions. */
  settled: boolean;
  /** The status of the game at that version. */
  status: string;
  /** The seats whose view this is. */
  as: (number)[];
  /** The seats without which the game cannot continue. */
  awaiting: (number)[];
  /** The ruleset and the version of its rules, such as `hansa-state/3`. */
  state_format: string;
  /** The position as you may see it; null before the game starts. */
  state: State | null;
  /** The SHA-256 of the canonical JSON of `state`, to compare two positions. */
  state_hash: string;
};

/** One operation of a JSON Patch (RFC 6902). */
export type PatchOperation = {
  /** What to do at `path`. The first operations are `test`: they contain the old value. */
  op: "test" | "add" | "remove" | "replace";
  /** A JSON Pointer into the answer of /state. */
  path: string;
  /** The new value. Left out for `remove`. */
  value?: JsonValue;
};

export type Damaged = {
  /** The first version that is damaged. */
  version: number;
};

export type Events = {
  /** The events as you may see them. */
  items: (Line)[];
  /** The current version of the game. */
  version: number;
  /** The status of the game. */
  status: string;
  /** The address of the next page. */
  next: string | null;
  /** Only if the log is damaged. */
  damaged?: Damaged;
};

/** An event as a sentence. */
export type Sentence = {
  /** The number of the event in the game. */
  version: number;
  /** When it happened. */
  at: string;
  /** The seat that caused the event; null: the system. */
  seat: number | null;
  /** The seat that the sentence is about, if any. */
  subject?: number;
  /** The sentence, in English. */
  sentence: string;
  /** True if the sentence is less important for players. Other sentences lack this field. */
  minor?: boolean;
  /** True if a commit ends with this event. Players can act only at such versions. */
  settled: boolean;
  /** For an undo: the version whose position the game has again. */
  back_to?: number;
  /** True if the event shows a secret to everyone. No undo goes back before it. Other sentences lack this field. */
  reveals?: boolean;
  /** The id of the rule that the event follows from, if there is one. */
  rule?: string;
  /** The address of the rule that the event follows from, if there is one. */
  rule_href?: string;
  /** The reasons of a player or bot for the next decision. The server shows them after the end of the game. */
  note?: JsonValue;
};

export type Story = {
  /** The sentences, in the order of the events. */
  items: (Sentence)[];
  /** The version of the game: the number of the newest event that the answer takes into account. */
  version: number;
  /** The address of the next page; null on the last one. */
  next: string | null;
};

/** The stream that the ticket opens. */
export type StreamTicketRequest = {
  /** The address of the stream: `/v1/me/stream` or `/v1/games/{game_id}/stream`, with or without `?after=`. */
  stream: string;
};

export type StreamTicket = {
  /** Shown once, never again. */
  ticket: string;
  /** The address of the stream that it opens. */
  stream: string;
  /** The address of the stream with the ticket in it. */
  href: string;
  /** Use the ticket for the first time before then. */
  expires_at: string;
};

export type Judge = {
  /** The bot that judged. */
  bot: string;
  /** The revision of the bot that judged. Costs of different revisions cannot be compared. */
  revision: number;
  /** The unit of the costs, which are in hundredths. */
  unit: string;
};

export type SeatAnalysis = {
  /** The number of a seat, from 1. */
  seat: number;
  /** How many decisions of the seat were judged. */
  decisions: number;
  /** For how many decisions of the seat the judge found no better command. */
  agreed: number;
  /** In hundredths of `judge.unit`, for all decisions together. */
  cost: number;
  /** How many decisions missed a win or a chance. */
  missed: number;
};

export type Verdict = {
  /** The version of the game before the decision. */
  version: number;
  /** The number of a seat, from 1. */
  seat: number;
  /** The bot that decided; null: a person. */
  bot: string | null;
  /** The command that was sent. */
  sent: Command;
  /** The command that the judge would have sent. */
  best: Command;
  /** In hundredths of `judge.unit`. Null: the judge cannot say how much. */
  cost: number | null;
  /** What the cost does not show. `win`: another command could have won the game in this turn. `chance`: the command ended the game with a loss, and another one would not have. The cost ignores who wins, so it may be small or 0. */
  missed: "win" | "chance" | null;
  /** What the player or bot noted about this decision, if anything. */
  note?: JsonValue;
};

export type Analysis = {
  /** The id of a game. */
  game: string;
  /** Null: no client has requested an analysis. */
  judge: Judge | null;
  /** How many decisions the game had; 0 without a judge. */
  decisions: number;
  /** How many decisions were judged; fewer than `decisions` until the job is done. */
  judged: number;
  /** The sums for each seat. */
  seats: (SeatAnalysis)[];
  /** The judged decisions of this page. */
  items: (Verdict)[];
  /** The address of the next page; null on the last one. */
  next: string | null;
};

/** A receipt, with the newest checkpoint of the transparency log and the proof. */
export type Head = {
  /** The version of this format. */
  format: string;
  /** The id of a game. */
  game: string;
  /** The version of the game that is signed. */
  version: number;
  /** The hash of that version. It covers all events before. */
  hash: string;
  /** When the server signed. */
  at: string;
  /** The id of the command that led to this version. */
  command: string;
  /** The id of a key of the server, as in `/.well-known/kontor-keys.json`. */
  key: string;
  /** An Ed25519 signature in hex (docs/log-format.md says over which bytes). */
  signature: string;
  /** The address of the newest checkpoint of the transparency log. Store a checkpoint together with the receipt. */
  checkpoint_href: string;
  /** The newest checkpoint (a signed note), if there is one. */
  checkpoint?: string;
  /** The tlog-proof that the checkpoint contains the newest leaf of the game up to this version. */
  proof?: string;
};

/** End the game. */
export type Abort = {
  /** Why. Only administrators must give a reason. */
  reason?: string | null;
};

export type Webhook = {
  /** The id of a webhook. */
  id: string;
  /** The address that gets the messages. */
  url: string;
  /** The types of messages that it gets. */
  types: ("turn.started" | "decision.pending" | "decision.reminder" | "game.started" | "game.ended" | "seat.changed" | "seat.invited")[];
  /** The format of the messages. */
  format: "cloudevents" | "discord" | "slack" | "ntfy";
  /** Only messages about this game; null: about all your games. */
  game: string | null;
  /** When the webhook was added. */
  created_at: string;
  /** Since when all deliveries have failed; null: the newest delivery succeeded. */
  failing_since: string | null;
  /** When the server disabled the webhook after failures; null: it is enabled. */
  disabled_at: string | null;
  /** Why the server disabled the webhook; null: it is enabled. */
  disabled_why: string | null;
};

export type Webhooks = {
  /** All your webhooks. */
  items: (Webhook)[];
};

/** A webhook to add. The holder of a seat gets the messages about it. */
export type WebhookRequest = {
  /** The address that gets the messages: https, on a public host. */
  url: string;
  /** The types of messages that it gets. The default is all types. */
  types?: ("turn.started" | "decision.pending" | "decision.reminder" | "game.started" | "game.ended" | "seat.changed" | "seat.invited")[];
  /** Send only messages about this game. The default is all your games. */
  game?: string | null;
  /** The format of messages: CloudEvents, or text for a webhook URL of Discord, Slack or ntfy. */
  format?: "cloudevents" | "discord" | "slack" | "ntfy";
};

export type SecretWebhook = {
  /** The id of a webhook. */
  id: string;
  /** The address that gets the messages. */
  url: string;
  /** The types of messages that it gets. */
  types: ("turn.started" | "decision.pending" | "decision.reminder" | "game.started" | "game.ended" | "seat.changed" | "seat.invited")[];
  /** The format of the messages. */
  format: "cloudevents" | "discord" | "slack" | "ntfy";
  /** Only messages about this game; null: about all your games. */
  game: string | null;
  /** When the webhook was added. */
  created_at: string;
  /** Since when all deliveries have failed; null: the newest delivery succeeded. */
  failing_since: string | null;
  /** When the server disabled the webhook after failures; null: it is enabled. */
  disabled_at: string | null;
  /** Why the server disabled the webhook; null: it is enabled. */
  disabled_why: string | null;
  /** The secret that signs messages (Standard Webhooks). It is shown only once. */
  secret: string;
};

export type Delivery = {
  /** The id of a delivery. */
  id: string;
  /** The type of the message. */
  type: string;
  /** `pending`: it will be tried (again). `failed`: it will not be tried again. */
  status: "pending" | "delivered" | "failed";
  /** How often the server has tried. */
  attempts: number;
  /** When the message was created. */
  created_at: string;
  /** The time of the next attempt; null if the delivery has succeeded or failed for good. */
  next_at: string | null;
  /** The exact text of the message. */
  body: string;
};

export type Deliveries = {
  /** The deliveries, the newest first. */
  items: (Delivery)[];
  /** The address of the next page. */
  next: string | null;
};

export type Attempt = {
  /** The number of the attempt, counted from 1. */
  number: number;
  /** When it began. */
  at: string;
  /** The HTTP status of your answer; null: there was no answer. */
  status: number | null;
  /** The error; null: the attempt succeeded. */
  error: string | null;
  /** How long the attempt took. It is 0 if the server could not connect. */
  milliseconds: number;
};

export type TriedDelivery = {
  /** The id of a delivery. */
  id: string;
  /** The type of the message. */
  type: string;
  /** `pending`: it will be tried (again). `failed`: it will not be tried again. */
  status: "pending" | "delivered" | "failed";
  /** How often the server has tried. */
  attempts: number;
  /** When the message was created. */
  created_at: string;
  /** The time of the next attempt; null if the delivery has succeeded or failed for good. */
  next_at: string | null;
  /** The exact text of the message. */
  body: string;
  /** All attempts, the first one first. */
  tried: (Attempt)[];
};

export type PublicKey = {
  /** The id, as in `key` of a receipt. */
  id: string;
  /** Always `Ed25519`. */
  algorithm: string;
  /** 32 bytes as hex. */
  public_key: string;
  /** When the server began to sign with this key. */
  from: string;
  /** When the server stopped signing with this key; null: it still does. */
  until: string | null;
};

export type PublicKeys = {
  /** All keys, including keys with which the server no longer signs. */
  keys: (PublicKey)[];
};

export type Origin = {
  /** The first version of the commit. */
  first: number;
  /** When the command arrived. */
  at: string;
  /** The id of the key or token; null: the system. */
  credential: string | null;
  /** The start of the User-Agent header. */
  client: string;
  /** The id of the request, or the action of the system. */
  cause: string;
};

export type Origins = {
  /** The commits of this page, in the order of the log. */
  items: (Origin)[];
  /** The address of the next page. */
  next: string | null;
};

export type AuditGame = {
  /** The id of a game. */
  id: string;
  /** The name of a ruleset. */
  ruleset: string;
  /** The version of the game: the number of its newest event. */
  version: number;
  /** The hash of the last event. */
  head: string;
  /** The status of the game. */
  status: "open" | "running" | "scoring" | "finished" | "aborted";
  /** Who may read the game: `public` any client, `unlisted` any client that knows its id, `private` its players. */
  visibility: "public" | "unlisted" | "private";
  /** When its newest event was stored. */
  changed_at: string;
  /** The address of the game. */
  href: string;
  /** The address of its audit bundle. */
  audit_href: string;
};

export type AuditGames = {
  /** The games of this page. */
  items: (AuditGame)[];
  /** The address of the next page. */
  next: string | null;
  /** Store this cursor. Send it later to list only the games that have changed since. */
  cursor: string | null;
};

/** The games that an archive should contain. Without any field: all finished games. */
export type AskedExport = {
  /** Only games that changed at this time (UTC) or later. */
  since?: string | null;
  /** The value of `next` in an earlier archive. The new archive has only later changes. */
  cursor?: string | null;
  /** Only games of this ruleset. */
  ruleset?: string | null;
  /** all: also running games, as a spectator sees them, and aborted games. */
  status?: "finished" | "all";
  /** Export the imported games instead of those played here. */
  imported?: boolean;
};

export type Alive = {
  /** Always `alive`. */
  status: string;
};

export type Ready = {
  /** `degraded`: the server answers, but one of the fields below is false. */
  status: "ready" | "degraded";
  /** Always true: without PostgreSQL the answer is 503. */
  postgres: boolean;
  /** Whether Redis answers and has free memory. */
  redis: boolean;
  /** Whether the disk has enough free space. */
  disk: boolean;
  /** False if a worker refuses to sign the transparency log. */
  signing: boolean;
};
