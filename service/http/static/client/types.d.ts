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
  /** Open an account. The answer contains the first key of the account. The server shows the key only once and stores only its hash. */
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
    status?: "open" | "running" | "scoring" | "finished" | "aborted";
    /** Only games of this ruleset. */
    ruleset?: string;
    /** True: only practice games. False: only games that count. */
    practice?: boolean;
    mine?: boolean;
    awaiting?: "me";
    limit?: number;
    cursor?: string;
  } & CallOptions): Promise<GameList>;
  /** Get the summary of a game: status, seats, pending decisions and result. Get the summary of a game: status, seats, pending decisions and result. */
  getGame(request: {
    /** The id of the game. */
    game_id: string;
  } & CallOptions): Promise<Summary>;
  /** Take a seat. The game starts when the last seat is taken. Send a random nonce to make sure that the server did not choose the dice. An invitation has a token, or is for your account. You need one for a seat by invitation only, for a seat of a private game, and for a seat that its holder passes on. */
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
    seat?: number;
    /** How many complete commands to list on a page. */
    expand?: number;
    /** The cursor from `next`, for a further page. */
    cursor?: string;
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
  /** Take back your last command, or go back to a version. You alone can take back commands of your seat, if since then no other seat has acted and nothing was drawn, sealed or opened. With `"together": true` and a version you can go back further, at most to the last opening. Then all people at the table must make the same call before the game changes. Undone events stay in the log, and a new draw gives a new result. */
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
    /** Whose view: `spectator`, or a seat that you hold, such as `seat:2`. */
    as?: string;
    /** The view of this seat: `seat=2` is the same as `as=seat:2`. */
    seat?: number;
    version?: number;
  } & CallOptions): Promise<StateAnswer>;
  /** Get the difference between two versions as a JSON Patch. The patch turns the answer of `/state?version=from` into the answer of `/state?version=to`, as you may see both now. Without `to` it leads to the answer of `/state`. `from` may be later than `to`. The patch first tests `version` and `state_hash`, so the whole patch fails on any other answer. */
  getDiff(request: {
    /** The id of the game. */
    game_id: string;
    /** Whose view: `spectator`, or a seat that you hold, such as `seat:2`. */
    as?: string;
    /** The view of this seat: `seat=2` is the same as `as=seat:2`. */
    seat?: number;
    from: number;
    to?: number;
  } & CallOptions): Promise<(PatchOperation)[]>;
  /** Get a picture of the position, now or at any version, as you may see it. Each object of the game is a group with `data-kind` (the `x-kind` of the schemas) and `data-id` (the id that commands use). If an object is a part of another object, `data-of` is the id of that object. `data-changed` marks the objects that the last commit changed. */
  getBoardSvg(request: {
    /** The id of the game. */
    game_id: string;
    theme?: "light" | "dark";
    /** Whose view: `spectator`, or a seat that you hold, such as `seat:2`. */
    as?: string;
    /** The view of this seat: `seat=2` is the same as `as=seat:2`. */
    seat?: number;
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
    /** Whose view: `spectator`, or a seat that you hold, such as `seat:2`. */
    as?: string;
    /** The view of this seat: `seat=2` is the same as `as=seat:2`. */
    seat?: number;
    version?: number;
  } & CallOptions): Promise<string>;
  /** List the events of a game. All callers see the same version numbers. `wait=s` delays the answer until there is a new event, at most 25 seconds. With `Accept: application/x-ndjson` you get one event per line in canonical JSON. Without `limit` and `wait` that answer has all events. Parts that are sealed for other seats show a digest until the end of the game. If the log no longer has the event of `after`, the answer is 409 `log-replaced`. If the log is damaged, you get the stored events, and `Kontor-Log-Damaged` is the first damaged version. */
  listEvents(request: {
    /** The id of the game. */
    game_id: string;
    /** Only events after this one: its version, or its version and the first 12 or more digits of its `hash`, as in `17-3fa91c02b7de`. With the hash the server notices if the log no longer has the event. */
    after?: string;
    /** Left out: 200; with NDJSON all events. */
    limit?: number;
    wait?: number;
  } & CallOptions): Promise<Events>;
  /** Get the story of a game: one sentence for each event. Each sentence has the version of its event. Sentences call seats by their colours and contain no secrets. Notes are shown after the end of the game. If `after` is beyond the end of the log, the answer is 409 `log-replaced`. */
  getStory(request: {
    /** The id of the game. */
    game_id: string;
    after?: number;
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
    /** Left out: the current version. */
    version?: number;
  } & CallOptions): Promise<Score>;
  /** Get the analysis of a game: what a bot would have done at each decision, and what the other choice cost. The bot used only information that the seat could see at that time. While the job runs, you get the decisions that were judged so far. */
  getAnalysis(request: {
    /** The id of the game. */
    game_id: string;
    /** Only decisions at versions after this one. */
    after?: number;
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
  /** List the key, client and cause of each command. If an account is deleted, the server deletes the origins of its commands. The server records each call. */
  listOrigins(request: {
    /** The id of the game. */
    game_id: string;
    after?: number;
    limit?: number;
  } & CallOptions): Promise<Origins>;
  /** End the game without a result. The creator can end an open game. In a running game all people at the table must agree: each of them makes this call. The creator can end a game in which only bots play. An administrator can end any game and must give a reason. The server then publishes the seed, so that everyone can open the log. */
  abortGame(request: {
    /** The id of the game. */
    game_id: string;
    idempotencyKey?: string;
    body?: Abort;
  } & CallOptions): Promise<Outcome | Votes>;
  /** List all games, in the order of their last commit. A game that changes moves to the end of the list, so a client that follows the cursors misses no change. A page may be shorter than its limit: if `next` is not null, there are more games. The server records each call. */
  listGamesForAudit(request?: {
    /** The cursor of an earlier answer: list only games that changed after it. */
    cursor?: string;
    /** Only games that changed at this time or later. */
    since?: string;
    /** True: only imported games, in the order of their import. */
    imported?: boolean;
    limit?: number;
  } & CallOptions): Promise<AuditGames>;
  /** Check an audit bundle, or a log in NDJSON. Send the file plain, or compressed with gzip or zstandard, with any `Content-Type`. A worker makes the same checks as `kontor audit verify`. The game may come from any server, if this server has its ruleset. Poll `Location` for the report. The server deletes the file after the check, and the report after a day. */
  startAudit(request: {
    body: Uint8Array;
  } & CallOptions): Promise<Job>;
  /** Start an export: the bundles of many games in one archive. A worker writes the same archive as `kontor export`. Poll `Location` for the progress. When the job is done, `file` has the address of the archive for a day. `file.next` is the cursor for the next export. The archive includes private games. The server records the export and each download. */
  startExport(request: {
    body: AskedExport;
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
  /** Get the archive of your export. The archive is compressed with zstandard. `kontor audit verify`, `kontor audit replay` and `kontor import` read it. */
  getJobFile(request: {
    /** The id of the job. */
    job_id: string;
  } & CallOptions): Promise<Uint8Array>;
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
    limit?: number;
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
    /** Prove a leaf of this version or a later one. */
    version?: number;
  } & CallOptions): Promise<string>;
  /** Check that the process answers. Check that the process answers. */
  getHealth(request?: CallOptions): Promise<Alive>;
  /** Check that the server is ready. The answer is 503 if PostgreSQL is unavailable. `degraded` means that Redis is unavailable or almost full, that the disk is almost full, or that a worker refuses to sign the transparency log. */
  getReadiness(request?: CallOptions): Promise<Ready>;
  /** Get metrics of this process for Prometheus. Only clients on the same machine, and clients with the operator's token, may read the metrics. */
  getMetrics(request?: CallOptions): Promise<string>;
  /** List the public keys that verify receipts, including old ones. List the public keys that verify receipts, including old ones. */
  getPublicKeys(request?: CallOptions): Promise<PublicKeys>;
}

/** Any JSON value without floats. */
export type JsonValue = unknown;

export type ChoiceOf = {
  one_of: (JsonValue)[];
};

export type IntegerRange = {
  /** The lowest and the highest value, both included. */
  range: (number)[];
};

export type ListOf = {
  list: JsonValue;
  min: number;
  max: number;
};

/** An open field: one of several values, an integer in a range, or a list of such values. */
export type OpenField = ChoiceOf | IntegerRange | ListOf;

/** A board. Each ruleset defines its fields. */
export type Board = Record<string, JsonValue>;

/** A JSON Schema (2020-12). */
export type JsonSchema = Record<string, JsonValue>;

export type Opening = {
  version: number;
  part: number;
  salt: string;
  value: JsonValue;
};

export type SealedPart = {
  for: (number)[];
  digest: string;
};

/** The commit of an event, and the command that caused it. */
export type Cause = {
  id: string;
  first: number;
  last: number;
  digest: string;
  /** The bot that decided, if any. */
  bot?: string;
};

/** The fields of every event. `type` is its name, `data` has its own fields. */
export type Envelope = {
  format: "kontor-log/1";
  game: string;
  version: number;
  schema: number;
  at: string;
  actor: string;
  command: Cause;
  sealed: (SealedPart)[];
  opens: (Opening)[];
};

/** A game was created. Everything but the nonces is fixed. `stand_in`: the bot that takes over a late seat. The system ends a game that has not started by `open_until`, or that has no new event for `idle_days` days. */
export type KernelGameCreated = Envelope & {
  type: "game_created";
  data: KernelGameCreatedData;
};

/** A participant took a seat. `before_commitment`: the nonce was given before the commitment to the seed. */
export type KernelSeatTaken = Envelope & {
  type: "seat_taken";
  data: KernelSeatTakenData;
};

/** A participant left a seat before the start. The seat is open again, and its nonce is discarded. */
export type KernelSeatLeft = Envelope & {
  type: "seat_left";
  data: KernelSeatLeftData;
};

/** All seats are taken, and the joint key of the dice is fixed. */
export type KernelGameStarted = Envelope & {
  type: "game_started";
  data: KernelGameStartedData;
};

/** Another holder plays the seat from now on. */
export type KernelSeatChanged = Envelope & {
  type: "seat_changed";
  data: KernelSeatChangedData;
};

/** A seat missed its deadline. */
export type KernelDecisionTimedOut = Envelope & {
  type: "decision_timed_out";
  data: KernelDecisionTimedOutData;
};

/** Another participant has the seat from now on. The previous participant agreed. */
export type KernelSeatPassed = Envelope & {
  type: "seat_passed";
  data: KernelSeatPassedData;
};

/** The clock of a seat is paused, or all clocks if no seat is named. `until`: the planned end of the pause. */
export type KernelClocksPaused = Envelope & {
  type: "clocks_paused";
  data: KernelClocksPausedData;
};

/** The paused clock of a seat runs again, or all clocks if no seat is named. */
export type KernelClocksResumed = Envelope & {
  type: "clocks_resumed";
  data: KernelClocksResumedData;
};

/** The ruleset's state is again the state at version `to`. Nothing else is undone. */
export type KernelCommitsUndone = Envelope & {
  type: "commits_undone";
  data: KernelCommitsUndoneData;
};

/** The reasons of a player or a bot for the next decision. They are sealed until the end of the game. */
export type KernelNoteSealed = Envelope & {
  type: "note_sealed";
  data: KernelNoteSealedData;
};

/** The game ended without a result. The seed opens every seal. */
export type KernelGameAborted = Envelope & {
  type: "game_aborted";
  data: KernelGameAbortedData;
};

/** The game is over and scored. The seed opens every seal. */
export type KernelGameFinished = Envelope & {
  type: "game_finished";
  data: KernelGameFinishedData;
};

/** A seat when the game is created. It is open, or a bot plays it. */
export type KernelSeatPlan = {
  seat: number;
  kind: "open" | "bot";
  bot?: string | null;
  colour?: string | null;
};

/** The time limits of a seat, as ISO 8601 durations. `per_decision`: the time for each decision. `bank`: additional time for the whole game. `on_timeout`: what happens when the time is over. */
export type KernelClock = {
  per_decision: string;
  bank: string;
  on_timeout: "bot" | "abort";
};

/** A game was created. Everything but the nonces is fixed. `stand_in`: the bot that takes over a late seat. The system ends a game that has not started by `open_until`, or that has no new event for `idle_days` days. */
export type KernelGameCreatedData = {
  ruleset: string;
  ruleset_version: number;
  board: string;
  options: Record<string, boolean | number | string>;
  seats: (KernelSeatPlan)[];
  order: "listed" | "drawn";
  dice: "kontor-dice/1";
  commitment: string;
  clock?: KernelClock | null;
  stand_in?: string | null;
  practice?: true | null;
  open_until?: string | null;
  idle_days?: number | null;
};

/** A participant took a seat. `before_commitment`: the nonce was given before the commitment to the seed. */
export type KernelSeatTakenData = {
  seat: number;
  participant: string;
  nonce?: string | null;
  before_commitment?: boolean;
  colour?: string | null;
};

/** A participant left a seat before the start. The seat is open again, and its nonce is discarded. */
export type KernelSeatLeftData = {
  seat: number;
  participant: string;
};

export type KernelSeatNonce = {
  seat: number;
  nonce: string;
};

/** All seats are taken, and the joint key of the dice is fixed. */
export type KernelGameStartedData = {
  nonces: (KernelSeatNonce)[];
  turn_order: (number)[];
};

export type KernelBotHolder = {
  kind: "bot";
  bot: string;
};

export type KernelParticipantHolder = {
  kind: "participant";
  participant: string;
};

/** Another holder plays the seat from now on. */
export type KernelSeatChangedData = {
  seat: number;
  to: KernelBotHolder | KernelParticipantHolder;
  why: "resigned" | "returned" | "timed_out";
};

/** A seat missed its deadline. */
export type KernelDecisionTimedOutData = {
  seat: number;
  deadline: string;
};

/** Another participant has the seat from now on. The previous participant agreed. */
export type KernelSeatPassedData = {
  seat: number;
  from: string;
  to: string;
};

/** The clock of a seat is paused, or all clocks if no seat is named. `until`: the planned end of the pause. */
export type KernelClocksPausedData = {
  why: "agreed" | "vacation" | "admin";
  seat?: number | null;
  until?: string | null;
};

/** The paused clock of a seat runs again, or all clocks if no seat is named. */
export type KernelClocksResumedData = {
  seat?: number | null;
};

/** The ruleset's state is again the state at version `to`. Nothing else is undone. */
export type KernelCommitsUndoneData = {
  to: number;
  why: "own_turn" | "agreed";
};

/** The reasons of a player or a bot for the next decision. They are sealed until the end of the game. */
export type KernelNoteSealedData = Record<string, never>;

/** The game ended without a result. The seed opens every seal. */
export type KernelGameAbortedData = {
  reason: "creator" | "agreed" | "admin" | "timed_out" | "abandoned";
  seed: string;
};

export type KernelPlacing = {
  seat: number;
  rank: number;
  total: number;
};

/** The game is over and scored. The seed opens every seal. */
export type KernelGameFinishedData = {
  ranking: (KernelPlacing)[];
  seed: string;
};

/** Put the pawn into any province before the first turn (HT-2P-PROV-5). */
export type HansaPlacePawn = {
  type: "place_pawn";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  province: string;
};

/** Move pieces from the stock to the supply, up to the value of bursa and at least one (HT-INCOME-1, HT-INCOME-2, HT-INCOME-4). */
export type HansaTakeIncome = {
  type: "take_income";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  traders: number;
  merchants: number;
};

/** Put one piece from your supply on an empty post (HT-PLACE-1, HT-PLACE-3). `permission`: the permission to use in Wales or Scotland (HT-BRIT-4, HT-BRIT-8). */
export type HansaPlacePiece = {
  type: "place_piece";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  /** A post, as "Emden~Groningen/2". */
  post: string;
  shape: "trader" | "merchant";
  permission?: string | null;
};

/** Replace a foreign piece with a piece from your supply. `fee`: the pieces that go from your supply to your stock (HT-DISPLACE-1, HT-DISPLACE-3, HT-DISPLACE-4). `permission` has the same meaning as in `place_piece`. */
export type HansaDisplacePiece = {
  type: "displace_piece";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  /** A post, as "Emden~Groningen/2". */
  post: string;
  shape: "trader" | "merchant";
  fee: HansaPieceCount;
  permission?: string | null;
};

/** Place your displaced piece and any extra pieces, in the order of the list. Each piece goes to one of the nearest routes with an empty post for it (HT-DISPLACE-5, HT-DISPLACE-6, HT-DISPLACE-12). */
export type HansaPlaceDisplaced = {
  type: "place_displaced";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  placements: (HansaPlacement)[];
};

/** Move own pieces to empty posts, up to the value of liber_sophiae (HT-MOVE-1, HT-MOVE-2, HT-MOVE-3). */
export type HansaMovePieces = {
  type: "move_pieces";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  moves: (HansaStep)[];
};

/** Establish a route of which you hold every post, and take at most one reward: an office, an ability or special prestige (HT-ROUTE-1, HT-ROUTE-8, HT-OFFICE-1, HT-ABILITY-1, HT-SPECIAL-1). In edition classic the bonus marker of the route may be used before the reward (HT-MARKER-2): `use` says how, as use_marker does. */
export type HansaEstablishRoute = {
  type: "establish_route";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  /** A route, as "Emden~Groningen". */
  route: string;
  reward: HansaNoReward | HansaOfficeReward | HansaExtraOfficeReward | HansaAbilityReward | HansaSpecialReward;
  use?: HansaMarkerUse | null;
};

/** Use the permanent marker of the route that you just established, or decline it (HT-MARKER-20). Its kind decides which fields are needed: `moves` (move_two_any, HT-EAST-9), none (develop_privilegium, HT-EAST-10), `city` and `shape` (occupy_green_city, HT-EAST-11), `placements` (redeploy_two, HT-EAST-12, and place_two_borderlands, HT-BRIT-16). */
export type HansaResolvePermanentMarker = {
  type: "resolve_permanent_marker";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  use: boolean;
  moves?: (HansaStep)[] | null;
  city?: string | null;
  shape?: "trader" | "merchant" | null;
  placements?: (HansaSetting)[] | null;
};

/** Use an unused marker in your turn, which costs no action (HT-MARKER-1, HT-MARKER-3). Its kind decides which fields are needed: `city` and `left_index` (swap_offices, HT-MARKER-7), `ability` (develop_ability, HT-MARKER-9), `moves` (move_three, HT-MARKER-11), `posts` (remove_three, HT-MARKER-12), none (plus_…_actions, HT-MARKER-10). */
export type HansaUseMarker = {
  type: "use_marker";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  /** A bonus marker, as "m04". */
  marker: string;
  city?: string | null;
  left_index?: number | null;
  ability?: "keys" | "actiones" | "privilegium" | "liber_sophiae" | "bursa" | null;
  moves?: (HansaStep)[] | null;
  posts?: (string)[] | null;
};

/** Buy a favour tile with two unused markers and all actions of this turn (HT-FAVOUR-2). */
export type HansaBuyFavour = {
  type: "buy_favour";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  tile: "free_relocation" | "extra_action" | "income_share" | "double_compensation" | "city_prestige" | "ability_prestige";
  markers: (string)[];
};

/** Say what income_share does when another seat takes Income: take a trader (default), decline, or ask you (HT-FAVOUR-7, HT-RULING-36). */
export type HansaSetStandingOrder = {
  type: "set_standing_order";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  favour_income: "take" | "decline" | "ask";
};

/** Take one trader from your stock after another seat took Income, or decline it (HT-FAVOUR-7). */
export type HansaResolveFavourIncome = {
  type: "resolve_favour_income";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  take: boolean;
};

/** Remove one of your unused markers from the game. In return all borders are open to your actions in this turn (HT-BRIT-OPT-1, HT-BRIT-OPT-2, HT-BRIT-OPT-3). */
export type HansaPayOpenBorders = {
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
  type: "move_pawn";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  province: string;
  mode: "free" | "action";
};

/** Choose the city in which a neutral trader from the full route takes an office. Name no city if no office is empty (HT-2P-NEUT-11, HT-2P-NEUT-12, HT-2P-NEUT-14). */
export type HansaResolveNeutralRoute = {
  type: "resolve_neutral_route";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  /** A route, as "Emden~Groningen". */
  route: string;
  city?: string | null;
};

/** Place all revealed markers at routes, in the order of the list (HT-MARKER-14, HT-MARKER-16, HT-MARKER-17). */
export type HansaPlaceReplacements = {
  type: "place_replacements";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  placements: (HansaAssignment)[];
};

/** Put the pawn into any province before the first turn (HT-2P-PROV-5). */
export type HansaPlacePawnOption = {
  type: "place_pawn";
  province?: OpenField | string;
};

/** Move pieces from the stock to the supply, up to the value of bursa and at least one (HT-INCOME-1, HT-INCOME-2, HT-INCOME-4). */
export type HansaTakeIncomeOption = {
  type: "take_income";
  traders?: OpenField | number;
  merchants?: OpenField | number;
};

/** Put one piece from your supply on an empty post (HT-PLACE-1, HT-PLACE-3). `permission`: the permission to use in Wales or Scotland (HT-BRIT-4, HT-BRIT-8). */
export type HansaPlacePieceOption = {
  type: "place_piece";
  post?: OpenField | string;
  shape?: OpenField | "trader" | "merchant";
  permission?: OpenField | string | null;
};

/** Replace a foreign piece with a piece from your supply. `fee`: the pieces that go from your supply to your stock (HT-DISPLACE-1, HT-DISPLACE-3, HT-DISPLACE-4). `permission` has the same meaning as in `place_piece`. */
export type HansaDisplacePieceOption = {
  type: "displace_piece";
  post?: OpenField | string;
  shape?: OpenField | "trader" | "merchant";
  fee?: OpenField | HansaPieceCountOption;
  permission?: OpenField | string | null;
};

/** Place your displaced piece and any extra pieces, in the order of the list. Each piece goes to one of the nearest routes with an empty post for it (HT-DISPLACE-5, HT-DISPLACE-6, HT-DISPLACE-12). */
export type HansaPlaceDisplacedOption = {
  type: "place_displaced";
  placements?: OpenField | (OpenField | HansaPlacementOption)[];
};

/** Move own pieces to empty posts, up to the value of liber_sophiae (HT-MOVE-1, HT-MOVE-2, HT-MOVE-3). */
export type HansaMovePiecesOption = {
  type: "move_pieces";
  moves?: OpenField | (OpenField | HansaStepOption)[];
};

/** Establish a route of which you hold every post, and take at most one reward: an office, an ability or special prestige (HT-ROUTE-1, HT-ROUTE-8, HT-OFFICE-1, HT-ABILITY-1, HT-SPECIAL-1). In edition classic the bonus marker of the route may be used before the reward (HT-MARKER-2): `use` says how, as use_marker does. */
export type HansaEstablishRouteOption = {
  type: "establish_route";
  route?: OpenField | string;
  reward?: OpenField | HansaNoRewardOption | HansaOfficeRewardOption | HansaExtraOfficeRewardOption | HansaAbilityRewardOption | HansaSpecialRewardOption;
  use?: OpenField | HansaMarkerUseOption | null;
};

/** Use the permanent marker of the route that you just established, or decline it (HT-MARKER-20). Its kind decides which fields are needed: `moves` (move_two_any, HT-EAST-9), none (develop_privilegium, HT-EAST-10), `city` and `shape` (occupy_green_city, HT-EAST-11), `placements` (redeploy_two, HT-EAST-12, and place_two_borderlands, HT-BRIT-16). */
export type HansaResolvePermanentMarkerOption = {
  type: "resolve_permanent_marker";
  use?: OpenField | boolean;
  moves?: OpenField | (OpenField | HansaStepOption)[] | null;
  city?: OpenField | string | null;
  shape?: OpenField | "trader" | "merchant" | null;
  placements?: OpenField | (OpenField | HansaSettingOption)[] | null;
};

/** Use an unused marker in your turn, which costs no action (HT-MARKER-1, HT-MARKER-3). Its kind decides which fields are needed: `city` and `left_index` (swap_offices, HT-MARKER-7), `ability` (develop_ability, HT-MARKER-9), `moves` (move_three, HT-MARKER-11), `posts` (remove_three, HT-MARKER-12), none (plus_…_actions, HT-MARKER-10). */
export type HansaUseMarkerOption = {
  type: "use_marker";
  marker?: OpenField | string;
  city?: OpenField | string | null;
  left_index?: OpenField | number | null;
  ability?: OpenField | "keys" | "actiones" | "privilegium" | "liber_sophiae" | "bursa" | null;
  moves?: OpenField | (OpenField | HansaStepOption)[] | null;
  posts?: OpenField | (OpenField | string)[] | null;
};

/** Buy a favour tile with two unused markers and all actions of this turn (HT-FAVOUR-2). */
export type HansaBuyFavourOption = {
  type: "buy_favour";
  tile?: OpenField | "free_relocation" | "extra_action" | "income_share" | "double_compensation" | "city_prestige" | "ability_prestige";
  markers?: OpenField | (string)[];
};

/** Say what income_share does when another seat takes Income: take a trader (default), decline, or ask you (HT-FAVOUR-7, HT-RULING-36). */
export type HansaSetStandingOrderOption = {
  type: "set_standing_order";
  favour_income?: "take" | "decline" | "ask" | OpenField;
};

/** Take one trader from your stock after another seat took Income, or decline it (HT-FAVOUR-7). */
export type HansaResolveFavourIncomeOption = {
  type: "resolve_favour_income";
  take?: OpenField | boolean;
};

/** Remove one of your unused markers from the game. In return all borders are open to your actions in this turn (HT-BRIT-OPT-1, HT-BRIT-OPT-2, HT-BRIT-OPT-3). */
export type HansaPayOpenBordersOption = {
  type: "pay_open_borders";
  marker?: OpenField | string;
};

/** Move the pawn. A free move crosses one or two borders and is possible once a turn. As an action, the pawn moves to any province (HT-2P-PROV-6, HT-2P-PROV-7, HT-2P-PROV-8). */
export type HansaMovePawnOption = {
  type: "move_pawn";
  province?: OpenField | string;
  mode?: "free" | "action" | OpenField;
};

/** Choose the city in which a neutral trader from the full route takes an office. Name no city if no office is empty (HT-2P-NEUT-11, HT-2P-NEUT-12, HT-2P-NEUT-14). */
export type HansaResolveNeutralRouteOption = {
  type: "resolve_neutral_route";
  route?: OpenField | string;
  city?: OpenField | string | null;
};

/** Place all revealed markers at routes, in the order of the list (HT-MARKER-14, HT-MARKER-16, HT-MARKER-17). */
export type HansaPlaceReplacementsOption = {
  type: "place_replacements";
  placements?: OpenField | (OpenField | HansaAssignmentOption)[];
};

/** The start seat was drawn. The other seats follow clockwise (HT-SETUP-9). */
export type HansaTurnOrderDrawnEvent = Envelope & {
  type: "turn_order_drawn";
  data: HansaTurnOrderDrawnData;
};

/** The three start markers are beside the taverns (HT-SETUP-5). */
export type HansaStartMarkersPlacedEvent = Envelope & {
  type: "start_markers_placed";
  data: HansaStartMarkersPlacedData;
};

/** The other markers form the face-down supply. Sealed part k is the marker at position k + 1, and the last part is the shuffle itself. The id of a marker is its position (m04 is the first), so that an id reveals nothing (HT-INFO-8). */
export type HansaMarkerSupplyShuffledEvent = Envelope & {
  type: "marker_supply_shuffled";
  data: HansaMarkerSupplyShuffledData;
};

/** The favour tiles on display (HT-FAVOUR-1, HT-SETUP-10). */
export type HansaFavoursRevealedEvent = Envelope & {
  type: "favours_revealed";
  data: HansaFavoursRevealedData;
};

/** Each seat got a secret mission card. The sealed parts are in the order of `seats`, and each seat sees its own part. No seat sees the last part (HT-SETUP-10). */
export type HansaMissionsDealtEvent = Envelope & {
  type: "missions_dealt";
  data: HansaMissionsDealtData;
};

/** The seats got their supplies, stocks and desks (HT-SETUP-7, HT-SETUP-8). */
export type HansaPiecesDistributedEvent = Envelope & {
  type: "pieces_distributed";
  data: HansaPiecesDistributedData;
};

/** Neutral traders were put on these posts, during set-up or because a marker was placed at the route (HT-2P-NEUT-2, HT-2P-NEUT-17). */
export type HansaNeutralPlacedEvent = Envelope & {
  type: "neutral_placed";
  data: HansaNeutralPlacedData;
};

/** This seat places the pawn, and the other seat begins. The seat was drawn, unless the turn order is fixed (HT-2P-PROV-5). */
export type HansaPawnPlacerDrawnEvent = Envelope & {
  type: "pawn_placer_drawn";
  data: HansaPawnPlacerDrawnData;
};

/** The pawn is in this province before the first turn (HT-2P-PROV-5). */
export type HansaPawnPlacedEvent = Envelope & {
  type: "pawn_placed";
  data: HansaPawnPlacedData;
};

/** The pawn moved to another province, in a free move or as an action (HT-2P-PROV-6, HT-2P-PROV-8). */
export type HansaPawnMovedEvent = Envelope & {
  type: "pawn_moved";
  data: HansaPawnMovedData;
};

/** Pieces went from the seat's stock to its supply (HT-INCOME-1). */
export type HansaIncomeTakenEvent = Envelope & {
  type: "income_taken";
  data: HansaIncomeTakenData;
};

/** The owner of income_share ordered to be asked, and decides now (HT-FAVOUR-7, HT-RULING-36). */
export type HansaFavourIncomeOfferedEvent = Envelope & {
  type: "favour_income_offered";
  data: HansaFavourIncomeOfferedData;
};

/** The owner of income_share took one trader from its stock (HT-FAVOUR-7). */
export type HansaFavourIncomeTakenEvent = Envelope & {
  type: "favour_income_taken";
  data: HansaFavourIncomeTakenData;
};

/** The owner of income_share took nothing (HT-FAVOUR-7). */
export type HansaFavourIncomeDeclinedEvent = Envelope & {
  type: "favour_income_declined";
  data: HansaFavourIncomeDeclinedData;
};

/** The seat changed its standing order. Only this seat sees the order (HT-INFO-9). */
export type HansaStandingOrderSetEvent = Envelope & {
  type: "standing_order_set";
  data: HansaStandingOrderSetData;
};

/** A piece from the seat's supply is on the post now (HT-PLACE-1). */
export type HansaPiecePlacedEvent = Envelope & {
  type: "piece_placed";
  data: HansaPiecePlacedData;
};

/** The permission of `city` is used up for this turn (HT-BRIT-5, HT-BRIT-7). */
export type HansaPermissionUsedEvent = Envelope & {
  type: "permission_used";
  data: HansaPermissionUsedData;
};

/** A piece of the seat `by`, of the given `shape`, is on the post now. The displaced piece of `owner` is off the board until it is placed again (HT-DISPLACE-1, HT-DISPLACE-21). */
export type HansaPieceDisplacedEvent = Envelope & {
  type: "piece_displaced";
  data: HansaPieceDisplacedData;
};

/** The fee for a displaced piece went from the seat's supply to its stock (HT-DISPLACE-3). */
export type HansaFeePaidEvent = Envelope & {
  type: "fee_paid";
  data: HansaFeePaidData;
};

/** The extra pieces that come from the board were lifted. Their posts are empty now, and other pieces of the list may take them (HT-DISPLACE-10, HT-RULING-12). */
export type HansaExtrasLiftedEvent = Envelope & {
  type: "extras_lifted";
  data: HansaExtrasLiftedData;
};

/** The displaced piece, or an extra piece from `source`, is on the post `to` now (HT-DISPLACE-5, HT-DISPLACE-6). */
export type HansaDisplacedPlacedEvent = Envelope & {
  type: "displaced_placed";
  data: HansaDisplacedPlacedData;
};

/** The displaced seat did not place `count` of the extra pieces that it was allowed to place (HT-DISPLACE-8). */
export type HansaExtrasDeclinedEvent = Envelope & {
  type: "extras_declined";
  data: HansaExtrasDeclinedData;
};

/** There was no post for a displaced neutral trader, so it went back to the neutral stock (HT-2P-NEUT-9). */
export type HansaNeutralReturnedEvent = Envelope & {
  type: "neutral_returned";
  data: HansaNeutralReturnedData;
};

/** The seat moved own pieces to other posts. All pieces moved at the same time (HT-MOVE-1, HT-MOVE-3). */
export type HansaPiecesMovedEvent = Envelope & {
  type: "pieces_moved";
  data: HansaPiecesMovedData;
};

/** The seat used one action of its turn. `used`: the number of actions used so far, with this one (HT-TURN-2, HT-TURN-4). */
export type HansaActionSpentEvent = Envelope & {
  type: "action_spent";
  data: HansaActionSpentData;
};

/** The owner has a piece on every post of the route and establishes it. The next events are the results (HT-ROUTE-1, HT-ROUTE-2). */
export type HansaRouteEstablishedEvent = Envelope & {
  type: "route_established";
  data: HansaRouteEstablishedData;
};

/** The owner got prestige points for controlling `city`, for the coin of an office in `city`, or for the link. `rank`: the rank of the link. `total`: the owner's prestige afterwards (HT-ROUTE-4, HT-OFFICE-4, HT-LINK-1). */
export type HansaPrestigeGainedEvent = Envelope & {
  type: "prestige_gained";
  data: HansaPrestigeGainedData;
};

/** The seat took the marker of the established route. The marker is unused (HT-ROUTE-6). */
export type HansaMarkerTakenEvent = Envelope & {
  type: "marker_taken";
  data: HansaMarkerTakenData;
};

/** The seat drew a marker from the supply. It is face down on the plate, and no seat sees it until the end of the turn. `position`: the position of the marker in the supply (HT-ROUTE-6). */
export type HansaReplacementDrawnEvent = Envelope & {
  type: "replacement_drawn";
  data: HansaReplacementDrawnData;
};

/** The owner occupied a printed office of the city. `index`: the position of the office among the printed offices, counted from 1 on the left (HT-OFFICE-1). */
export type HansaOfficeOccupiedEvent = Envelope & {
  type: "office_occupied";
  data: HansaOfficeOccupiedData;
};

/** A piece of the established route became an office left of all other offices in the city. The seat used `marker` for this (HT-OFFICE-8). */
export type HansaExtraOfficePlacedEvent = Envelope & {
  type: "extra_office_placed";
  data: HansaExtraOfficePlacedData;
};

/** A piece became an office of a green city. On the left it is an extra office with a piece of the established route. On the right it comes from the supply, because of a permanent marker (HT-EAST-5). */
export type HansaGreenOfficePlacedEvent = Envelope & {
  type: "green_office_placed";
  data: HansaGreenOfficePlacedData;
};

/** The city is complete. `counter`: the number of complete cities (HT-OFFICE-5). */
export type HansaCityCompletedEvent = Envelope & {
  type: "city_completed";
  data: HansaCityCompletedData;
};

/** The owner's offices connect the two link cities. `rank`: 1 for the first owner with the link, then 2, 3, … (HT-LINK-1). */
export type HansaLinkCompletedEvent = Envelope & {
  type: "link_completed";
  data: HansaLinkCompletedData;
};

/** The seat developed an ability to `level`. The piece `released` moved from the desk to the supply (HT-ABILITY-1). */
export type HansaAbilityDevelopedEvent = Envelope & {
  type: "ability_developed";
  data: HansaAbilityDevelopedData;
};

/** A merchant of the established route is on the special space. `space`: the points of the space, which identify it (HT-SPECIAL-1). */
export type HansaSpecialSpaceTakenEvent = Envelope & {
  type: "special_space_taken";
  data: HansaSpecialSpaceTakenData;
};

/** The pieces of the route that the reward did not use went to the stock. `kept`: the number of neutral traders that stay on the route (HT-ROUTE-10, HT-2P-NEUT-12). */
export type HansaRoutePiecesReturnedEvent = Envelope & {
  type: "route_pieces_returned";
  data: HansaRoutePiecesReturnedData;
};

/** The seat decides now whether it uses the permanent marker of the route (HT-MARKER-20). `traders` and `merchants`: the pieces in the hand for redeploy_two, or 0 for the other kinds. `reward`: the reward that the seat takes after it has used the marker (HT-BRIT-24). */
export type HansaPermanentMarkerOfferedEvent = Envelope & {
  type: "permanent_marker_offered";
  data: HansaPermanentMarkerOfferedData;
};

/** The seat used the permanent marker of the route. The next events are the effects of the marker (HT-MARKER-20). */
export type HansaPermanentMarkerUsedEvent = Envelope & {
  type: "permanent_marker_used";
  data: HansaPermanentMarkerUsedData;
};

/** The seat declined to use the permanent marker of the route (HT-MARKER-20). */
export type HansaPermanentMarkerDeclinedEvent = Envelope & {
  type: "permanent_marker_declined";
  data: HansaPermanentMarkerDeclinedData;
};

/** A marker moved pieces of one or more owners to other posts (HT-MARKER-11, HT-EAST-9, HT-EAST-12, HT-BRIT-16). */
export type HansaPiecesRelocatedEvent = Envelope & {
  type: "pieces_relocated";
  data: HansaPiecesRelocatedData;
};

/** A marker removed pieces from posts. They went to their owners' supplies, or to the neutral stock (HT-MARKER-12). */
export type HansaPiecesRemovedEvent = Envelope & {
  type: "pieces_removed";
  data: HansaPiecesRemovedData;
};

/** The pieces of the offices `left_index` and `left_index` + 1 changed places (HT-MARKER-7). */
export type HansaOfficesSwappedEvent = Envelope & {
  type: "offices_swapped";
  data: HansaOfficesSwappedData;
};

/** A marker gives the seat `number` further actions in this turn (HT-MARKER-10, HT-TURN-2). */
export type HansaActionsGrantedEvent = Envelope & {
  type: "actions_granted";
  data: HansaActionsGrantedData;
};

/** The seat used the marker. It still brings points at the end of the game (HT-MARKER-1). */
export type HansaMarkerUsedEvent = Envelope & {
  type: "marker_used";
  data: HansaMarkerUsedData;
};

/** The marker was removed from the game (HT-PIECE-8). */
export type HansaMarkerLeftGameEvent = Envelope & {
  type: "marker_left_game";
  data: HansaMarkerLeftGameData;
};

/** The seat bought the tile with two markers and its actions of this turn (HT-FAVOUR-2). */
export type HansaFavourBoughtEvent = Envelope & {
  type: "favour_bought";
  data: HansaFavourBoughtData;
};

/** All borders are open to the first `covered_actions` actions of this turn (HT-BRIT-OPT-1, HT-BRIT-OPT-4). */
export type HansaBordersOpenedEvent = Envelope & {
  type: "borders_opened";
  data: HansaBordersOpenedData;
};

/** Every post of the route has a neutral trader. The active seat decides about the route (HT-2P-NEUT-11). */
export type HansaNeutralRouteFilledEvent = Envelope & {
  type: "neutral_route_filled";
  data: HansaNeutralRouteFilledData;
};

/** The seat ends its turn. Before the next turn, it may have to place replacement markers (HT-TURN-7). */
export type HansaTurnEndRequestedEvent = Envelope & {
  type: "turn_end_requested";
  data: HansaTurnEndRequestedData;
};

/** The markers that were drawn face down are revealed, and the seat places them now (HT-MARKER-16). */
export type HansaReplacementsRevealedEvent = Envelope & {
  type: "replacements_revealed";
  data: HansaReplacementsRevealedData;
};

/** A new marker is at the route. `relaxed`: there are pieces on the route, because no route without pieces could take the marker (HT-MARKER-14, HT-MARKER-17). */
export type HansaReplacementPlacedEvent = Envelope & {
  type: "replacement_placed";
  data: HansaReplacementPlacedData;
};

/** The end of the game is triggered. The reason is that `owners` have 20 points (prestige), no marker is left to draw (markers), or `counter` cities are complete (cities) (HT-END-1, HT-END-2, HT-END-3, HT-END-4). */
export type HansaEndTriggeredEvent = Envelope & {
  type: "end_triggered";
  data: HansaEndTriggeredData;
};

/** Replacement markers that were drawn but not placed are removed face down (HT-END-7). */
export type HansaPlateDiscardedEvent = Envelope & {
  type: "plate_discarded";
  data: HansaPlateDiscardedData;
};

/** The current action was the last one. The final scoring is next (HT-END-1). */
export type HansaPlayEndedEvent = Envelope & {
  type: "play_ended";
  data: HansaPlayEndedData;
};

/** Every seat shows its mission card (HT-SCORE-11). */
export type HansaMissionsRevealedEvent = Envelope & {
  type: "missions_revealed";
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
  board: string;
  edition: "bigbox" | "classic";
  favours: boolean;
  missions: boolean;
  open_borders: boolean;
  two_player_variant: "provinces" | "neutral" | null;
  /** The version of the last event of the ruleset. */
  version: number;
  phase: "setup" | "place_pawn" | "turn_start" | "actions" | "await_displaced" | "await_permanent" | "await_favour_income" | "await_neutral_route" | "replacements" | "finished";
  turn_order: (number)[];
  awaiting: (number)[];
  turn: HansaTurnView;
  seats: (HansaSeatView)[];
  /** The posts that are not empty. */
  posts: (HansaPostView)[];
  cities: (HansaCityView)[];
  special_prestige: (HansaSpaceView)[];
  /** The owners who completed the east-west link, in order. */
  links: (number)[];
  completed_cities: number;
  completed_cities_limit: number;
  /** The bonus markers that lie at routes. */
  markers: (HansaLyingMarker)[];
  /** The number of markers left face down in the supply. */
  marker_supply: number;
  /** How many markers of each kind no seat has seen. They are in the supply, on a plate or discarded. */
  unseen_markers: Partial<Record<"extra_office" | "swap_offices" | "move_three" | "remove_three" | "develop_ability" | "plus_three_actions" | "plus_four_actions" | "blank_1" | "blank_2", number>>;
  revealed_replacements: (HansaMarkerView)[];
  markers_out_of_game: (HansaMarkerView)[];
  /** Markers that left the game face down. */
  discarded_unseen: (string)[];
  favour_display: ("free_relocation" | "extra_action" | "income_share" | "double_compensation" | "city_prestige" | "ability_prestige")[];
  triggers: ("prestige" | "markers" | "cities")[];
  reached_twenty: (number)[];
  /** All gains of prestige points during the game. */
  gains: (HansaGainView)[];
  /** Fully developed abilities. */
  mastered: (HansaMasteredView)[];
  missions_shown: boolean;
  scored: boolean;
  seals: HansaSealsView;
  /** The province of the pawn. */
  pawn?: string | null;
  neutral?: HansaNeutralView | null;
  displaced?: HansaDisplacedView | null;
  permanent?: HansaPermanentView | null;
};

export type HansaPieceCount = {
  traders: number;
  merchants: number;
};

/** A piece to place: the displaced piece, or an extra piece from the stock, the supply or a post. `from`: the post that an extra piece from the board leaves. */
export type HansaPlacement = {
  source: "displaced" | "stock" | "supply" | "board";
  shape: "trader" | "merchant";
  /** A post, as "Emden~Groningen/2". */
  to: string;
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
  kind: "none";
};

/** Occupy the leftmost empty office of an end city (HT-OFFICE-1). */
export type HansaOfficeReward = {
  kind: "office";
  city: string;
  shape: "trader" | "merchant";
};

/** Use a marker to put a piece left of all offices of an end city (HT-OFFICE-8). */
export type HansaExtraOfficeReward = {
  kind: "extra_office";
  city: string;
  shape: "trader" | "merchant";
  /** A bonus marker, as "m04". */
  marker: string;
};

/** Develop an ability that an end city offers (HT-ABILITY-1). */
export type HansaAbilityReward = {
  kind: "ability";
  city: string;
  ability: "keys" | "actiones" | "privilegium" | "liber_sophiae" | "bursa";
};

/** Put a merchant on a special prestige space. `space`: the points of the space, which identify it (HT-SPECIAL-1). */
export type HansaSpecialReward = {
  kind: "special";
  city: string;
  space: number;
};

/** The use of a marker. Its kind decides which fields are needed: `city` and `left_index` (swap_offices, HT-MARKER-7), `ability` (develop_ability, HT-MARKER-9), `moves` (move_three, HT-MARKER-11), `posts` (remove_three, HT-MARKER-12), none (plus_…_actions, HT-MARKER-10). */
export type HansaMarkerUse = {
  /** A bonus marker, as "m04". */
  marker: string;
  city?: string | null;
  left_index?: number | null;
  ability?: "keys" | "actiones" | "privilegium" | "liber_sophiae" | "bursa" | null;
  moves?: (HansaStep)[] | null;
  posts?: (string)[] | null;
};

/** One piece to put on a post. Only place_two_borderlands uses `source`, and `from` for a piece that leaves a post. */
export type HansaSetting = {
  shape: "trader" | "merchant";
  /** A post, as "Emden~Groningen/2". */
  to: string;
  source?: "stock" | "supply" | "board" | null;
  from?: string | null;
};

/** A marker and the route at which it is placed. The route is left out if no route can take the marker (HT-MARKER-17). */
export type HansaAssignment = {
  /** A bonus marker, as "m04". */
  marker: string;
  route?: string | null;
};

export type HansaPieceCountOption = {
  traders?: OpenField | number;
  merchants?: OpenField | number;
};

/** A piece to place: the displaced piece, or an extra piece from the stock, the supply or a post. `from`: the post that an extra piece from the board leaves. */
export type HansaPlacementOption = {
  source?: "displaced" | "stock" | "supply" | "board" | OpenField;
  shape?: OpenField | "trader" | "merchant";
  to?: OpenField | string;
  from?: OpenField | string | null;
};

/** A move of one piece from a post to another. All pieces of a list are lifted before any piece is set down. */
export type HansaStepOption = {
  from?: OpenField | string;
  to?: OpenField | string;
};

/** Take no reward. The route still brings points and its marker (HT-ROUTE-11). */
export type HansaNoRewardOption = {
  kind?: "none" | OpenField;
};

/** Occupy the leftmost empty office of an end city (HT-OFFICE-1). */
export type HansaOfficeRewardOption = {
  kind?: "office" | OpenField;
  city?: OpenField | string;
  shape?: OpenField | "trader" | "merchant";
};

/** Use a marker to put a piece left of all offices of an end city (HT-OFFICE-8). */
export type HansaExtraOfficeRewardOption = {
  kind?: "extra_office" | OpenField;
  city?: OpenField | string;
  shape?: OpenField | "trader" | "merchant";
  marker?: OpenField | string;
};

/** Develop an ability that an end city offers (HT-ABILITY-1). */
export type HansaAbilityRewardOption = {
  kind?: "ability" | OpenField;
  city?: OpenField | string;
  ability?: OpenField | "keys" | "actiones" | "privilegium" | "liber_sophiae" | "bursa";
};

/** Put a merchant on a special prestige space. `space`: the points of the space, which identify it (HT-SPECIAL-1). */
export type HansaSpecialRewardOption = {
  kind?: "special" | OpenField;
  city?: OpenField | string;
  space?: OpenField | number;
};

/** The use of a marker. Its kind decides which fields are needed: `city` and `left_index` (swap_offices, HT-MARKER-7), `ability` (develop_ability, HT-MARKER-9), `moves` (move_three, HT-MARKER-11), `posts` (remove_three, HT-MARKER-12), none (plus_…_actions, HT-MARKER-10). */
export type HansaMarkerUseOption = {
  marker?: OpenField | string;
  city?: OpenField | string | null;
  left_index?: OpenField | number | null;
  ability?: OpenField | "keys" | "actiones" | "privilegium" | "liber_sophiae" | "bursa" | null;
  moves?: OpenField | (OpenField | HansaStepOption)[] | null;
  posts?: OpenField | (OpenField | string)[] | null;
};

/** One piece to put on a post. Only place_two_borderlands uses `source`, and `from` for a piece that leaves a post. */
export type HansaSettingOption = {
  shape?: OpenField | "trader" | "merchant";
  to?: OpenField | string;
  source?: "stock" | "supply" | "board" | OpenField | null;
  from?: OpenField | string | null;
};

/** A marker and the route at which it is placed. The route is left out if no route can take the marker (HT-MARKER-17). */
export type HansaAssignmentOption = {
  marker?: OpenField | string;
  route?: OpenField | string | null;
};

/** A drawn number from 0 to `below` − 1. `purpose` and `counter` are the address of the draw. */
export type HansaDraw = {
  purpose: string;
  counter: number;
  below: number;
  value: number;
};

/** The start seat was drawn. The other seats follow clockwise (HT-SETUP-9). */
export type HansaTurnOrderDrawnData = {
  order: (number)[];
  draws?: (HansaDraw)[];
};

export type HansaStartMarker = {
  /** A bonus marker, as "m04". */
  marker: string;
  kind: "extra_office" | "swap_offices" | "move_three" | "remove_three" | "develop_ability" | "plus_three_actions" | "plus_four_actions" | "blank_1" | "blank_2";
  /** A route, as "Emden~Groningen". */
  route: string;
};

/** A list and a random order of it. `shuffle`: the list before the draw. `value`: the drawn order. */
export type HansaShuffle = {
  purpose: string;
  counter: number;
  shuffle: (number | string)[];
  value: (number | string)[];
};

/** The three start markers are beside the taverns (HT-SETUP-5). */
export type HansaStartMarkersPlacedData = {
  markers: (HansaStartMarker)[];
  draws?: (HansaShuffle)[];
};

/** The other markers form the face-down supply. Sealed part k is the marker at position k + 1, and the last part is the shuffle itself. The id of a marker is its position (m04 is the first), so that an id reveals nothing (HT-INFO-8). */
export type HansaMarkerSupplyShuffledData = {
  count: number;
  kinds: Partial<Record<"extra_office" | "swap_offices" | "move_three" | "remove_three" | "develop_ability" | "plus_three_actions" | "plus_four_actions" | "blank_1" | "blank_2", number>>;
};

/** The favour tiles on display (HT-FAVOUR-1, HT-SETUP-10). */
export type HansaFavoursRevealedData = {
  tiles: ("free_relocation" | "extra_action" | "income_share" | "double_compensation" | "city_prestige" | "ability_prestige")[];
  draws?: (HansaShuffle)[];
};

/** Each seat got a secret mission card. The sealed parts are in the order of `seats`, and each seat sees its own part. No seat sees the last part (HT-SETUP-10). */
export type HansaMissionsDealtData = {
  seats: (number)[];
};

/** The level of each ability: the number of pieces that were removed from its track. */
export type HansaDesk = {
  keys?: number;
  actiones?: number;
  privilegium?: number;
  liber_sophiae?: number;
  bursa?: number;
};

/** The pieces that a seat has at the start, in its supply and stock (HT-PIECE-1), and how far its abilities are developed. */
export type HansaShare = {
  seat: number;
  supply: HansaPieceCount;
  stock: HansaPieceCount;
  desk: HansaDesk;
};

/** The seats got their supplies, stocks and desks (HT-SETUP-7, HT-SETUP-8). */
export type HansaPiecesDistributedData = {
  shares: (HansaShare)[];
};

/** Neutral traders were put on these posts, during set-up or because a marker was placed at the route (HT-2P-NEUT-2, HT-2P-NEUT-17). */
export type HansaNeutralPlacedData = {
  posts: (string)[];
};

/** This seat places the pawn, and the other seat begins. The seat was drawn, unless the turn order is fixed (HT-2P-PROV-5). */
export type HansaPawnPlacerDrawnData = {
  seat: number;
  draws?: (HansaDraw)[];
};

/** The pawn is in this province before the first turn (HT-2P-PROV-5). */
export type HansaPawnPlacedData = {
  province: string;
};

/** The pawn moved to another province, in a free move or as an action (HT-2P-PROV-6, HT-2P-PROV-8). */
export type HansaPawnMovedData = {
  from: string;
  to: string;
  mode: "free" | "action";
};

/** A seat begins its turn. `allowance`: how many actions it has (HT-TURN-1, HT-TURN-2). */
export type HansaTurnStartedData = {
  seat: number;
  allowance: number;
};

/** Pieces went from the seat's stock to its supply (HT-INCOME-1). */
export type HansaIncomeTakenData = {
  seat: number;
  traders: number;
  merchants: number;
};

/** The owner of income_share ordered to be asked, and decides now (HT-FAVOUR-7, HT-RULING-36). */
export type HansaFavourIncomeOfferedData = {
  seat: number;
};

/** The owner of income_share took one trader from its stock (HT-FAVOUR-7). */
export type HansaFavourIncomeTakenData = {
  seat: number;
};

/** The owner of income_share took nothing (HT-FAVOUR-7). */
export type HansaFavourIncomeDeclinedData = {
  seat: number;
};

/** The seat changed its standing order. Only this seat sees the order (HT-INFO-9). */
export type HansaStandingOrderSetData = {
  seat: number;
};

/** A piece from the seat's supply is on the post now (HT-PLACE-1). */
export type HansaPiecePlacedData = {
  seat: number;
  shape: "trader" | "merchant";
  /** A post, as "Emden~Groningen/2". */
  post: string;
};

/** The permission of `city` is used up for this turn (HT-BRIT-5, HT-BRIT-7). */
export type HansaPermissionUsedData = {
  seat: number;
  city: string;
};

/** A piece of the seat `by`, of the given `shape`, is on the post now. The displaced piece of `owner` is off the board until it is placed again (HT-DISPLACE-1, HT-DISPLACE-21). */
export type HansaPieceDisplacedData = {
  by: number;
  /** A seat; 0 is the neutral colour. */
  owner: number;
  displaced: "trader" | "merchant";
  shape: "trader" | "merchant";
  /** A post, as "Emden~Groningen/2". */
  post: string;
  max_extras: number;
};

/** The fee for a displaced piece went from the seat's supply to its stock (HT-DISPLACE-3). */
export type HansaFeePaidData = {
  seat: number;
  traders: number;
  merchants: number;
};

export type HansaLiftedPiece = {
  shape: "trader" | "merchant";
  /** A post, as "Emden~Groningen/2". */
  from: string;
};

/** The extra pieces that come from the board were lifted. Their posts are empty now, and other pieces of the list may take them (HT-DISPLACE-10, HT-RULING-12). */
export type HansaExtrasLiftedData = {
  /** A seat; 0 is the neutral colour. */
  owner: number;
  pieces: (HansaLiftedPiece)[];
};

/** The displaced piece, or an extra piece from `source`, is on the post `to` now (HT-DISPLACE-5, HT-DISPLACE-6). */
export type HansaDisplacedPlacedData = {
  /** A seat; 0 is the neutral colour. */
  owner: number;
  source: "displaced" | "stock" | "supply" | "board";
  shape: "trader" | "merchant";
  /** A post, as "Emden~Groningen/2". */
  to: string;
  from?: string | null;
};

/** The displaced seat did not place `count` of the extra pieces that it was allowed to place (HT-DISPLACE-8). */
export type HansaExtrasDeclinedData = {
  /** A seat; 0 is the neutral colour. */
  owner: number;
  count: number;
};

/** There was no post for a displaced neutral trader, so it went back to the neutral stock (HT-2P-NEUT-9). */
export type HansaNeutralReturnedData = {
  count: number;
};

export type HansaMovedPiece = {
  /** A post, as "Emden~Groningen/2". */
  from: string;
  /** A post, as "Emden~Groningen/2". */
  to: string;
  shape: "trader" | "merchant";
};

/** The seat moved own pieces to other posts. All pieces moved at the same time (HT-MOVE-1, HT-MOVE-3). */
export type HansaPiecesMovedData = {
  seat: number;
  moves: (HansaMovedPiece)[];
};

/** The seat used one action of its turn. `used`: the number of actions used so far, with this one (HT-TURN-2, HT-TURN-4). */
export type HansaActionSpentData = {
  seat: number;
  used: number;
  allowance: number;
};

/** The owner has a piece on every post of the route and establishes it. The next events are the results (HT-ROUTE-1, HT-ROUTE-2). */
export type HansaRouteEstablishedData = {
  /** A seat; 0 is the neutral colour. */
  owner: number;
  /** A route, as "Emden~Groningen". */
  route: string;
};

/** The owner got prestige points for controlling `city`, for the coin of an office in `city`, or for the link. `rank`: the rank of the link. `total`: the owner's prestige afterwards (HT-ROUTE-4, HT-OFFICE-4, HT-LINK-1). */
export type HansaPrestigeGainedData = {
  /** A seat; 0 is the neutral colour. */
  owner: number;
  points: number;
  reason: "control" | "coin" | "link";
  total: number;
  city?: string | null;
  rank?: number | null;
};

/** The seat took the marker of the established route. The marker is unused (HT-ROUTE-6). */
export type HansaMarkerTakenData = {
  seat: number;
  /** A bonus marker, as "m04". */
  marker: string;
  kind: "extra_office" | "swap_offices" | "move_three" | "remove_three" | "develop_ability" | "plus_three_actions" | "plus_four_actions" | "blank_1" | "blank_2";
  /** A route, as "Emden~Groningen". */
  route: string;
};

/** The seat drew a marker from the supply. It is face down on the plate, and no seat sees it until the end of the turn. `position`: the position of the marker in the supply (HT-ROUTE-6). */
export type HansaReplacementDrawnData = {
  seat: number;
  supply_left: number;
  position: number;
};

/** The owner occupied a printed office of the city. `index`: the position of the office among the printed offices, counted from 1 on the left (HT-OFFICE-1). */
export type HansaOfficeOccupiedData = {
  /** A seat; 0 is the neutral colour. */
  owner: number;
  city: string;
  index: number;
  shape: "trader" | "merchant";
};

/** A piece of the established route became an office left of all other offices in the city. The seat used `marker` for this (HT-OFFICE-8). */
export type HansaExtraOfficePlacedData = {
  seat: number;
  city: string;
  shape: "trader" | "merchant";
  /** A bonus marker, as "m04". */
  marker: string;
};

/** A piece became an office of a green city. On the left it is an extra office with a piece of the established route. On the right it comes from the supply, because of a permanent marker (HT-EAST-5). */
export type HansaGreenOfficePlacedData = {
  seat: number;
  city: string;
  shape: "trader" | "merchant";
  side: "left" | "right";
};

/** The city is complete. `counter`: the number of complete cities (HT-OFFICE-5). */
export type HansaCityCompletedData = {
  city: string;
  counter: number;
};

/** The owner's offices connect the two link cities. `rank`: 1 for the first owner with the link, then 2, 3, … (HT-LINK-1). */
export type HansaLinkCompletedData = {
  /** A seat; 0 is the neutral colour. */
  owner: number;
  rank: number;
};

/** The seat developed an ability to `level`. The piece `released` moved from the desk to the supply (HT-ABILITY-1). */
export type HansaAbilityDevelopedData = {
  seat: number;
  ability: "keys" | "actiones" | "privilegium" | "liber_sophiae" | "bursa";
  level: number;
  released: "trader" | "merchant";
};

/** A merchant of the established route is on the special space. `space`: the points of the space, which identify it (HT-SPECIAL-1). */
export type HansaSpecialSpaceTakenData = {
  seat: number;
  space: number;
};

/** The pieces of the route that the reward did not use went to the stock. `kept`: the number of neutral traders that stay on the route (HT-ROUTE-10, HT-2P-NEUT-12). */
export type HansaRoutePiecesReturnedData = {
  /** A seat; 0 is the neutral colour. */
  owner: number;
  /** A route, as "Emden~Groningen". */
  route: string;
  traders: number;
  merchants: number;
  kept?: number;
};

/** The seat decides now whether it uses the permanent marker of the route (HT-MARKER-20). `traders` and `merchants`: the pieces in the hand for redeploy_two, or 0 for the other kinds. `reward`: the reward that the seat takes after it has used the marker (HT-BRIT-24). */
export type HansaPermanentMarkerOfferedData = {
  seat: number;
  /** A route, as "Emden~Groningen". */
  route: string;
  kind: "move_two_any" | "develop_privilegium" | "occupy_green_city" | "redeploy_two" | "place_two_borderlands";
  traders?: number;
  merchants?: number;
  reward?: HansaNoReward | HansaOfficeReward | HansaExtraOfficeReward | HansaAbilityReward | HansaSpecialReward | null;
};

/** The seat used the permanent marker of the route. The next events are the effects of the marker (HT-MARKER-20). */
export type HansaPermanentMarkerUsedData = {
  seat: number;
  /** A route, as "Emden~Groningen". */
  route: string;
  kind: "move_two_any" | "develop_privilegium" | "occupy_green_city" | "redeploy_two" | "place_two_borderlands";
};

/** The seat declined to use the permanent marker of the route (HT-MARKER-20). */
export type HansaPermanentMarkerDeclinedData = {
  seat: number;
  /** A route, as "Emden~Groningen". */
  route: string;
  kind: "move_two_any" | "develop_privilegium" | "occupy_green_city" | "redeploy_two" | "place_two_borderlands";
};

/** One piece that was put on the post `to`. `source`: it came from a post (`from`), the stock, the supply, or the hand. The hand holds the pieces of the established route for redeploy_two. */
export type HansaRelocation = {
  /** A seat; 0 is the neutral colour. */
  owner: number;
  shape: "trader" | "merchant";
  source: "board" | "stock" | "supply" | "hand";
  /** A post, as "Emden~Groningen/2". */
  to: string;
  from?: string | null;
};

/** A marker moved pieces of one or more owners to other posts (HT-MARKER-11, HT-EAST-9, HT-EAST-12, HT-BRIT-16). */
export type HansaPiecesRelocatedData = {
  by: number;
  pieces: (HansaRelocation)[];
};

export type HansaRemovedPiece = {
  /** A seat; 0 is the neutral colour. */
  owner: number;
  shape: "trader" | "merchant";
  /** A post, as "Emden~Groningen/2". */
  post: string;
};

/** A marker removed pieces from posts. They went to their owners' supplies, or to the neutral stock (HT-MARKER-12). */
export type HansaPiecesRemovedData = {
  by: number;
  pieces: (HansaRemovedPiece)[];
};

/** The pieces of the offices `left_index` and `left_index` + 1 changed places (HT-MARKER-7). */
export type HansaOfficesSwappedData = {
  seat: number;
  city: string;
  left_index: number;
};

/** A marker gives the seat `number` further actions in this turn (HT-MARKER-10, HT-TURN-2). */
export type HansaActionsGrantedData = {
  seat: number;
  number: number;
};

/** The seat used the marker. It still brings points at the end of the game (HT-MARKER-1). */
export type HansaMarkerUsedData = {
  seat: number;
  /** A bonus marker, as "m04". */
  marker: string;
  kind: "extra_office" | "swap_offices" | "move_three" | "remove_three" | "develop_ability" | "plus_three_actions" | "plus_four_actions" | "blank_1" | "blank_2";
};

/** The marker was removed from the game (HT-PIECE-8). */
export type HansaMarkerLeftGameData = {
  /** A bonus marker, as "m04". */
  marker: string;
  kind: "extra_office" | "swap_offices" | "move_three" | "remove_three" | "develop_ability" | "plus_three_actions" | "plus_four_actions" | "blank_1" | "blank_2";
  reason: "open_borders" | "neutral_route" | "no_route";
};

/** The seat bought the tile with two markers and its actions of this turn (HT-FAVOUR-2). */
export type HansaFavourBoughtData = {
  seat: number;
  tile: "free_relocation" | "extra_action" | "income_share" | "double_compensation" | "city_prestige" | "ability_prestige";
  markers: (string)[];
};

/** All borders are open to the first `covered_actions` actions of this turn (HT-BRIT-OPT-1, HT-BRIT-OPT-4). */
export type HansaBordersOpenedData = {
  seat: number;
  covered_actions: number;
};

/** Every post of the route has a neutral trader. The active seat decides about the route (HT-2P-NEUT-11). */
export type HansaNeutralRouteFilledData = {
  /** A route, as "Emden~Groningen". */
  route: string;
};

/** The seat ends its turn. Before the next turn, it may have to place replacement markers (HT-TURN-7). */
export type HansaTurnEndRequestedData = {
  seat: number;
};

export type HansaRevealedMarker = {
  /** A bonus marker, as "m04". */
  marker: string;
  kind: "extra_office" | "swap_offices" | "move_three" | "remove_three" | "develop_ability" | "plus_three_actions" | "plus_four_actions" | "blank_1" | "blank_2";
};

/** The markers that were drawn face down are revealed, and the seat places them now (HT-MARKER-16). */
export type HansaReplacementsRevealedData = {
  seat: number;
  markers: (HansaRevealedMarker)[];
};

/** A new marker is at the route. `relaxed`: there are pieces on the route, because no route without pieces could take the marker (HT-MARKER-14, HT-MARKER-17). */
export type HansaReplacementPlacedData = {
  /** A bonus marker, as "m04". */
  marker: string;
  /** A route, as "Emden~Groningen". */
  route: string;
  relaxed: boolean;
};

/** The turn is over, and the next seat follows (HT-TURN-1, HT-TURN-7). */
export type HansaTurnEndedData = {
  seat: number;
};

/** The end of the game is triggered. The reason is that `owners` have 20 points (prestige), no marker is left to draw (markers), or `counter` cities are complete (cities) (HT-END-1, HT-END-2, HT-END-3, HT-END-4). */
export type HansaEndTriggeredData = {
  reason: "prestige" | "markers" | "cities";
  owners?: (number)[];
  counter?: number | null;
};

/** Replacement markers that were drawn but not placed are removed face down (HT-END-7). */
export type HansaPlateDiscardedData = {
  seat: number;
  count: number;
};

/** The current action was the last one. The final scoring is next (HT-END-1). */
export type HansaPlayEndedData = {
  reasons: ("prestige" | "markers" | "cities")[];
};

export type HansaRevealedMission = {
  seat: number;
  card: number;
  cities: (string)[];
};

/** Every seat shows its mission card (HT-SCORE-11). */
export type HansaMissionsRevealedData = {
  missions: (HansaRevealedMission)[];
};

export type HansaScoredSeat = {
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
  total: number;
  /** Level of actiones, which breaks ties in edition bigbox */
  actiones: number;
};

/** The points of every seat by category, and the total of each seat (HT-SCORE-1). */
export type HansaFinalScoredData = {
  seats: (HansaScoredSeat)[];
};

export type HansaTurnView = {
  /** The seat whose turn it is, or 0 before the first turn. */
  seat: number;
  number: number;
  used: number;
  /** Actions that markers gave in this turn. */
  granted: number;
  allowance: number;
  left: number;
  bought_favour: boolean;
  free_pawn_move_made: boolean;
  /** A free pawn move after an action has ended the actions of this turn. */
  closed: boolean;
  borders_open: boolean;
  permissions_used: (string)[];
  /** Cities whose permission the active seat can still use. */
  permissions_left: (string)[];
};

/** The current values of the abilities on the desk. */
export type HansaValues = {
  keys: number;
  actiones: number;
  privilegium: "white" | "orange" | "pink" | "black";
  liber_sophiae: number;
  /** null means all pieces of the stock. */
  bursa: number | null;
};

export type HansaMarkerView = {
  /** A bonus marker, as "m04". */
  marker: string;
  kind: "extra_office" | "swap_offices" | "move_three" | "remove_three" | "develop_ability" | "plus_three_actions" | "plus_four_actions" | "blank_1" | "blank_2";
};

export type HansaMissionView = {
  card: number;
  cities: (string)[];
};

export type HansaSeatView = {
  seat: number;
  prestige: number;
  supply: HansaPieceCount;
  stock: HansaPieceCount;
  desk: HansaDesk;
  values: HansaValues;
  unused: (HansaMarkerView)[];
  used: (HansaMarkerView)[];
  /** The number of replacement markers that lie face down. */
  plate: number;
  tiles: ("free_relocation" | "extra_action" | "income_share" | "double_compensation" | "city_prestige" | "ability_prestige")[];
  /** The standing order for income_share. Only its owner sees it. */
  standing_order?: "take" | "decline" | "ask" | null;
  /** The mission card. Only its owner sees it until the scoring. */
  mission?: HansaMissionView | null;
};

export type HansaPostView = {
  /** A post, as "Emden~Groningen/2". */
  post: string;
  /** A seat; 0 is the neutral colour. */
  seat: number;
  shape: "trader" | "merchant";
};

export type HansaPieceView = {
  /** A seat; 0 is the neutral colour. */
  seat: number;
  shape: "trader" | "merchant";
};

/** A city with its offices from left to right: first the extra offices, then the printed offices. In a green city, `offices` are the offices on the right. */
export type HansaCityView = {
  city: string;
  extra_offices: (HansaPieceView)[];
  offices: (HansaPieceView | null)[];
  controller: number | null;
};

export type HansaSpaceView = {
  points: number;
  privilege: "white" | "orange" | "pink" | "black";
  seat: number | null;
  /** The version of the event with which the seat took the space. */
  version?: number | null;
};

export type HansaLyingMarker = {
  /** A bonus marker, as "m04". */
  marker: string;
  kind: "extra_office" | "swap_offices" | "move_three" | "remove_three" | "develop_ability" | "plus_three_actions" | "plus_four_actions" | "blank_1" | "blank_2";
  /** A route, as "Emden~Groningen". */
  route: string;
};

export type HansaGainView = {
  /** A seat; 0 is the neutral colour. */
  seat: number;
  points: number;
  reason: "control" | "coin" | "link";
  version: number;
  /** The city, if the reason is control or coin. */
  city?: string | null;
  /** If the reason is the link: 1 for the owner who completed it first. */
  rank?: number | null;
};

export type HansaMasteredView = {
  seat: number;
  ability: "keys" | "actiones" | "privilegium" | "liber_sophiae" | "bursa";
  version: number;
};

/** The versions of the events that contain the sealed order of the markers and the sealed mission cards. */
export type HansaSealsView = {
  markers: number;
  missions: number;
};

export type HansaNeutralView = {
  stock: number;
  prestige: number;
  full_routes: (string)[];
};

/** A displaced piece that must be placed again. */
export type HansaDisplacedView = {
  decider: number;
  /** A seat; 0 is the neutral colour. */
  seat: number;
  shape: "trader" | "merchant";
  /** A route, as "Emden~Groningen". */
  route: string;
  extras: number;
  in_hand: boolean;
  placed: (string)[];
  /** Extra pieces that were lifted from the board and must be placed too. */
  lifted: HansaPieceCount;
};

/** A permanent marker that the seat must use or decline. */
export type HansaPermanentView = {
  /** A route, as "Emden~Groningen". */
  route: string;
  kind: "move_two_any" | "develop_privilegium" | "occupy_green_city" | "redeploy_two" | "place_two_borderlands";
  hand: HansaPieceCount;
  /** The reward that follows after the marker is used (only Britannia in edition classic). */
  reward?: HansaNoReward | HansaOfficeReward | HansaExtraOfficeReward | HansaAbilityReward | HansaSpecialReward | null;
};

/** The content of a note, which is any JSON. It has its own field, so that it cannot be taken for a draw or for the opening of a seal. */
export type HansaNote = {
  note: JsonValue;
};

/** The marker at one position of the face-down supply. */
export type HansaHiddenMarker = {
  kind: "extra_office" | "swap_offices" | "move_three" | "remove_three" | "develop_ability" | "plus_three_actions" | "plus_four_actions" | "blank_1" | "blank_2";
};

/** The random draw that shuffled the supply. */
export type HansaHiddenOrder = {
  draws: (HansaShuffle)[];
};

/** A mission card that a seat got. `card`: its number, counted from 1. */
export type HansaDealtMission = {
  card: number;
};

export type HansaUndealtMissions = {
  cards: (number)[];
  draws: (HansaShuffle)[];
};

export type HansaOrderValue = {
  favour_income: "take" | "decline" | "ask";
};

/** A game to create. It starts when its last seat is taken. */
export type HansaGameRequest = {
  visibility?: "public" | "unlisted" | "private";
  /** A practice game is for learning: it is marked as practice for ever. */
  practice?: boolean;
  bot_milliseconds?: number | null;
  bot_patience?: number | null;
  /** Whether accounts that are bots may sit down without being invited. */
  bots_welcome?: boolean;
  ruleset: "hansa";
  seats: (GameSeatRequest)[];
  board?: string | null;
  options?: HansaOptions;
  order?: "listed" | "drawn" | null;
  seed?: string | null;
  clock?: GameClock | null;
  stand_in?: string | null;
  open_until?: string | null;
  idle_days?: number | null;
  dice_seed?: string | null;
};

/** Put one of your three start posts on a free violet site, in the variable start (ME-SETUP-14, ME-SETUP-15). */
export type MerchantsPlaceStartPost = {
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
  type: "discard_cards";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  cards: MerchantsBundle;
};

/** Move the robber to another land hex that has a number (ME-ROBBER-4). */
export type MerchantsMoveRobber = {
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
  type: "offer_trade";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  give: MerchantsGoods;
  want: MerchantsGoods;
  /** the seats that get the offer. If left out: all other seats, or the active seat if it is not your turn */
  to?: (number)[] | null;
};

/** Withdraw your open offer (ME-RULING-17). */
export type MerchantsWithdrawOffer = {
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
  type: "answer_offer";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  /** the number of a trade offer */
  offer: number;
  accept: boolean;
};

/** Conclude the trade that you offered, with a seat that has accepted your offer (ME-TRADE-6). */
export type MerchantsConcludeTrade = {
  type: "conclude_trade";
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
  type: "buy_resource";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  resource: "lumber" | "wool" | "grain" | "ore" | "salt";
};

/** Return three cards of one resource to the bank, for one card of another resource or for 1 gold (ME-TRADE-9, ME-TRADE-10). */
export type MerchantsTradeWithBank = {
  type: "trade_with_bank";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  give: "lumber" | "wool" | "grain" | "ore" | "salt";
  get: "lumber" | "wool" | "grain" | "ore" | "salt" | "gold";
};

/** Buy the top card of the draw pile, for 1 wool and 1 salt (ME-BUILD-1, ME-BUILD-3). */
export type MerchantsBuyCard = {
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
  type: "choose_chain";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  chain?: (string)[] | null;
  /** the position in the offered list, from 0 */
  option?: number | null;
};

/** Place the route that a double arrow or a card gives you (ME-BUILD-11, ME-CARD-9). */
export type MerchantsPlaceFreeRoute = {
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
  type: "move_merchant";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  merchant: "m1" | "m2";
  /** an intersection, or the site on it */
  to: string;
};

/** Put a chip of the hex's colour on a hex without a number, next to your new post (ME-CHIP-1, ME-CHIP-3, ME-CHIP-4). */
export type MerchantsPlaceChip = {
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
  type: "move_caravan";
  /** Needed only if several of your seats may act. */
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
  /** Your reasons: any JSON of up to 2 KB, sealed until the end of the game. */
  note?: JsonValue;
  caravan: "c1" | "c2";
  /** the steps of the caravan, each to an adjacent route */
  path: (MerchantsStep)[];
};

/** Play a development card. A seat can play one card in a turn, but not a card that it bought in this turn (ME-CARD-1, ME-CARD-2, ME-CARD-4). */
export type MerchantsPlayCard = {
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
  path?: (MerchantsStep)[] | null;
};

/** Put one of your three start posts on a free violet site, in the variable start (ME-SETUP-14, ME-SETUP-15). */
export type MerchantsPlaceStartPostOption = {
  type: "place_start_post";
  site?: OpenField | string;
};

/** Put a neutral post on a free violet site, in the variable start with three seats (ME-SETUP-17). */
export type MerchantsPlaceNeutralPostOption = {
  type: "place_neutral_post";
  site?: OpenField | string;
};

/** Put a trade route with a caravan on a free edge at one of your posts, in the variable start (ME-SETUP-18, ME-SETUP-19). */
export type MerchantsPlaceStartRouteOption = {
  type: "place_start_route";
  edge?: OpenField | string;
};

/** Roll both dice. Every turn has a roll, and before it the seat may only play a development card (ME-TURN-2, ME-PROD-1, ME-ROBBER-1). */
export type MerchantsRollDiceOption = {
  type: "roll_dice";
};

/** Return half of your resource cards, rounded down, to the bank (ME-ROBBER-2). */
export type MerchantsDiscardCardsOption = {
  type: "discard_cards";
  cards?: OpenField | MerchantsBundleOption;
};

/** Move the robber to another land hex that has a number (ME-ROBBER-4). */
export type MerchantsMoveRobberOption = {
  type: "move_robber";
  hex?: OpenField | string;
};

/** Take a random card from a player who has a post at the robber's hex, or decline to rob a player (ME-ROBBER-5, ME-ROBBER-6). */
export type MerchantsStealOption = {
  type: "steal";
  victim?: OpenField | number | null;
  decline?: OpenField | true | null;
};

/** Offer goods in exchange for other goods. The active seat may offer to any seat. All other seats may offer only to the active seat (ME-TRADE-1, ME-TRADE-2, ME-TRADE-3). */
export type MerchantsOfferTradeOption = {
  type: "offer_trade";
  give?: OpenField | MerchantsGoodsOption;
  want?: OpenField | MerchantsGoodsOption;
  to?: OpenField | (OpenField | number)[] | null;
};

/** Withdraw your open offer (ME-RULING-17). */
export type MerchantsWithdrawOfferOption = {
  type: "withdraw_offer";
  offer?: OpenField | number;
};

/** Accept or decline an offer that was made to you. If you are the active seat and accept, the trade takes place at once (ME-TRADE-3, ME-TRADE-6). */
export type MerchantsAnswerOfferOption = {
  type: "answer_offer";
  offer?: OpenField | number;
  accept?: OpenField | boolean;
};

/** Conclude the trade that you offered, with a seat that has accepted your offer (ME-TRADE-6). */
export type MerchantsConcludeTradeOption = {
  type: "conclude_trade";
  offer?: OpenField | number;
  seat?: OpenField | number;
};

/** Buy a resource card from the bank for 2 gold. A seat can buy at most two cards in a turn (ME-TRADE-7, ME-TRADE-8). */
export type MerchantsBuyResourceOption = {
  type: "buy_resource";
  resource?: OpenField | "lumber" | "wool" | "grain" | "ore" | "salt";
};

/** Return three cards of one resource to the bank, for one card of another resource or for 1 gold (ME-TRADE-9, ME-TRADE-10). */
export type MerchantsTradeWithBankOption = {
  type: "trade_with_bank";
  give?: OpenField | "lumber" | "wool" | "grain" | "ore" | "salt";
  get?: OpenField | "lumber" | "wool" | "grain" | "ore" | "salt" | "gold";
};

/** Buy the top card of the draw pile, for 1 wool and 1 salt (ME-BUILD-1, ME-BUILD-3). */
export type MerchantsBuyCardOption = {
  type: "buy_card";
};

/** Put a merchant next to one of your posts, for 1 wool, 1 grain and 1 lumber (ME-BUILD-1, ME-BUILD-4, ME-BUILD-5). */
export type MerchantsRecruitMerchantOption = {
  type: "recruit_merchant";
  site?: OpenField | string;
  replace?: OpenField | "m1" | "m2" | null;
};

/** Place a caravan at one of your routes, for 1 ore, 1 lumber and 1 salt. The route must touch one of your posts (ME-BUILD-1, ME-BUILD-6, ME-BUILD-7, ME-BUILD-8). */
export type MerchantsPlaceCaravanOption = {
  type: "place_caravan";
  edge?: OpenField | string;
  replace?: OpenField | "c1" | "c2" | null;
};

/** Build a trade route next to your network, for 1 ore and 1 lumber (ME-BUILD-1, ME-BUILD-9). */
export type MerchantsBuildRouteOption = {
  type: "build_route";
  edge?: OpenField | string;
};

/** Choose which of the shortest chains is paid. Name the edges of the chain, or its position in the offered list (ME-GOLD-4). */
export type MerchantsChooseChainOption = {
  type: "choose_chain";
  chain?: OpenField | (OpenField | string)[] | null;
  option?: OpenField | number | null;
};

/** Place the route that a double arrow or a card gives you (ME-BUILD-11, ME-CARD-9). */
export type MerchantsPlaceFreeRouteOption = {
  type: "place_free_route";
  edge?: OpenField | string;
};

/** Decline the free route of a double arrow, or the second free route of a card (ME-BUILD-11, ME-CARD-9). */
export type MerchantsDeclineFreeRouteOption = {
  type: "decline_free_route";
};

/** Move a merchant up to three intersections for each grain. On a free city site, the merchant founds a post (ME-MERCHANT-1, ME-MERCHANT-2, ME-POST-1). */
export type MerchantsMoveMerchantOption = {
  type: "move_merchant";
  merchant?: OpenField | "m1" | "m2";
  to?: OpenField | string;
};

/** Put a chip of the hex's colour on a hex without a number, next to your new post (ME-CHIP-1, ME-CHIP-3, ME-CHIP-4). */
export type MerchantsPlaceChipOption = {
  type: "place_chip";
  hex?: OpenField | string;
  chip?: OpenField | string;
};

/** Move a caravan along routes, up to three steps for each salt, and deliver commodities on the way (ME-CARAVAN-1, ME-CARAVAN-2, ME-DELIVER-1). */
export type MerchantsMoveCaravanOption = {
  type: "move_caravan";
  caravan?: OpenField | "c1" | "c2";
  path?: OpenField | (OpenField | MerchantsStepOption)[];
};

/** Play a development card. A seat can play one card in a turn, but not a card that it bought in this turn (ME-CARD-1, ME-CARD-2, ME-CARD-4). */
export type MerchantsPlayCardOption = {
  type: "play_card";
  card?: OpenField | string;
  resources?: OpenField | MerchantsBundleOption | null;
  merchant?: OpenField | "m1" | "m2" | null;
  to?: OpenField | string | null;
  caravan?: OpenField | "c1" | "c2" | null;
  path?: OpenField | (OpenField | MerchantsStepOption)[] | null;
};

/** The side of the board, the kind of start and the colours of the seats. With three seats, the unused colour is neutral (ME-SETUP-1). */
export type MerchantsBoardLaidEvent = Envelope & {
  type: "board_laid";
  data: MerchantsBoardLaidData;
};

/** The seats rolled for the first turn. Seats that tie for the highest sum roll again in another such event (ME-SETUP-10). */
export type MerchantsOrderRolledEvent = Envelope & {
  type: "order_rolled";
  data: MerchantsOrderRolledData;
};

/** This seat takes the first turn (ME-SETUP-10). */
export type MerchantsStartSeatSetEvent = Envelope & {
  type: "start_seat_set";
  data: MerchantsStartSeatSetData;
};

/** The start chips are face up, all other chips are face down. Sealed part k is the number of hidden chip k, and the last part contains the draws (ME-SETUP-2, ME-SETUP-3). */
export type MerchantsChipsLaidEvent = Envelope & {
  type: "chips_laid";
  data: MerchantsChipsLaidData;
};

/** The development cards were shuffled. Sealed part k is the k-th card from the top, and the last part contains the draws (ME-SETUP-4). */
export type MerchantsDeckShuffledEvent = Envelope & {
  type: "deck_shuffled";
  data: MerchantsDeckShuffledData;
};

/** The robber was placed on its first hex (ME-SETUP-5). */
export type MerchantsRobberPlacedEvent = Envelope & {
  type: "robber_placed";
  data: MerchantsRobberPlacedData;
};

/** The gold, pieces and commodities with which a seat begins (ME-SETUP-6, ME-SETUP-9). */
export type MerchantsSeatEquippedEvent = Envelope & {
  type: "seat_equipped";
  data: MerchantsSeatEquippedData;
};

/** A start post was placed on the site (ME-SETUP-11, ME-SETUP-15). */
export type MerchantsStartPostPlacedEvent = Envelope & {
  type: "start_post_placed";
  data: MerchantsStartPostPlacedData;
};

/** A seat took its first resource cards. `site`: the post that brings these cards (ME-SETUP-12, ME-SETUP-16). */
export type MerchantsStartResourcesTakenEvent = Envelope & {
  type: "start_resources_taken";
  data: MerchantsStartResourcesTakenData;
};

/** A post of the unused colour was placed. `seat`: the seat that placed it, in the variable start (ME-SETUP-13, ME-SETUP-17). */
export type MerchantsNeutralPostPlacedEvent = Envelope & {
  type: "neutral_post_placed";
  data: MerchantsNeutralPostPlacedData;
};

/** A start route with a caravan was placed on the edge (ME-SETUP-11, ME-SETUP-18). */
export type MerchantsStartRoutePlacedEvent = Envelope & {
  type: "start_route_placed";
  data: MerchantsStartRoutePlacedData;
};

/** All start pieces are placed, and the start player takes the first turn (ME-TURN-1). */
export type MerchantsSetupFinishedEvent = Envelope & {
  type: "setup_finished";
  data: MerchantsSetupFinishedData;
};

/** A seat rolled both dice (ME-TURN-2). */
export type MerchantsDiceRolledEvent = Envelope & {
  type: "dice_rolled";
  data: MerchantsDiceRolledData;
};

/** The cards that each seat took from the bank. `short`: the resources of which the bank had too few cards (ME-PROD-2, ME-PROD-5). */
export type MerchantsResourcesProducedEvent = Envelope & {
  type: "resources_produced";
  data: MerchantsResourcesProducedData;
};

/** Each of these seats got 1 gold, because it received no card (ME-PROD-6). */
export type MerchantsCompensationPaidEvent = Envelope & {
  type: "compensation_paid";
  data: MerchantsCompensationPaidData;
};

/** A 7 was rolled. Each of these seats holds more than 7 cards, and must discard `count` cards (ME-ROBBER-2). */
export type MerchantsDiscardDemandedEvent = Envelope & {
  type: "discard_demanded";
  data: MerchantsDiscardDemandedData;
};

/** A seat returned these cards to the bank (ME-ROBBER-2). */
export type MerchantsCardsDiscardedEvent = Envelope & {
  type: "cards_discarded";
  data: MerchantsCardsDiscardedData;
};

/** The robber moved to another hex, which produces no cards from now on (ME-ROBBER-4, ME-PROD-3). */
export type MerchantsRobberMovedEvent = Envelope & {
  type: "robber_moved";
  data: MerchantsRobberMovedData;
};

/** A seat stole a card from another seat. Sealed part 0 is the card, which the thief and the victim may see (ME-INFO-4). Part 1 is the random draw, which no seat may see (ME-ROBBER-5). */
export type MerchantsCardStolenEvent = Envelope & {
  type: "card_stolen";
  data: MerchantsCardStolenData;
};

/** The seat took no card, although it could have robbed a player (ME-ROBBER-5). */
export type MerchantsStealDeclinedEvent = Envelope & {
  type: "steal_declined";
  data: MerchantsStealDeclinedData;
};

/** No player at the robber's hex can be robbed (ME-ROBBER-6). */
export type MerchantsNothingToStealEvent = Envelope & {
  type: "nothing_to_steal";
  data: MerchantsNothingToStealData;
};

/** A seat made an offer: the seat `by` gives `give` and gets `want`, in a trade with one of the seats `to` (ME-TRADE-2, ME-TRADE-3). */
export type MerchantsTradeOfferedEvent = Envelope & {
  type: "trade_offered";
  data: MerchantsTradeOfferedData;
};

/** A seat answered an offer. `lapsed`: a trade or a theft has cancelled the seat's acceptance (ME-TRADE-3). */
export type MerchantsOfferAnsweredEvent = Envelope & {
  type: "offer_answered";
  data: MerchantsOfferAnsweredData;
};

/** The offer can no longer be accepted. `reason` says why (ME-TRADE-3, ME-RULING-17). */
export type MerchantsOfferClosedEvent = Envelope & {
  type: "offer_closed";
  data: MerchantsOfferClosedData;
};

/** Two seats traded. `gave` and `got` are the goods that the active seat gave and got (ME-TRADE-6). */
export type MerchantsTradeConcludedEvent = Envelope & {
  type: "trade_concluded";
  data: MerchantsTradeConcludedData;
};

/** A seat bought a card from the bank for gold. `bought_this_turn` includes this card (ME-TRADE-7, ME-TRADE-8). */
export type MerchantsResourceBoughtEvent = Envelope & {
  type: "resource_bought";
  data: MerchantsResourceBoughtData;
};

/** A seat gave three cards of one resource to the bank for another good (ME-TRADE-9). */
export type MerchantsBankTradedEvent = Envelope & {
  type: "bank_traded";
  data: MerchantsBankTradedData;
};

/** The discard pile is shuffled and becomes the draw pile, with new ids. Sealed part k is the k-th card from the top, and the last part contains the draws. The buyer gets the first card and sees its part at once (ME-CARD-5). */
export type MerchantsDeckReshuffledEvent = Envelope & {
  type: "deck_reshuffled";
  data: MerchantsDeckReshuffledData;
};

/** A seat bought the top card of the draw pile. Only this seat sees the kind of the card (ME-BUILD-3). */
export type MerchantsCardBoughtEvent = Envelope & {
  type: "card_bought";
  data: MerchantsCardBoughtData;
};

/** A seat put a merchant next to a post. `replaced_from`: the intersection from which he was taken off (ME-BUILD-4, ME-BUILD-5). */
export type MerchantsMerchantRecruitedEvent = Envelope & {
  type: "merchant_recruited";
  data: MerchantsMerchantRecruitedData;
};

/** A seat placed a caravan at a route. `replaced_from`: the route from which the caravan was taken off (ME-BUILD-6, ME-BUILD-7). */
export type MerchantsCaravanPlacedEvent = Envelope & {
  type: "caravan_placed";
  data: MerchantsCaravanPlacedData;
};

/** A seat placed a route on the edge, paid or free. `left`: the routes that are still in the seat's supply (ME-BUILD-9, ME-BUILD-11). */
export type MerchantsRouteBuiltEvent = Envelope & {
  type: "route_built";
  data: MerchantsRouteBuiltData;
};

/** Several shortest chains pay different amounts. The active seat chooses one of them (ME-GOLD-4). */
export type MerchantsChainChoiceDemandedEvent = Envelope & {
  type: "chain_choice_demanded";
  data: MerchantsChainChoiceDemandedData;
};

/** One site or both sites at the ends of the chain are connected for the first time. The chain is paid once (ME-GOLD-2, ME-GOLD-6). */
export type MerchantsSiteConnectedEvent = Envelope & {
  type: "site_connected";
  data: MerchantsSiteConnectedData;
};

/** A seat may place a free route. A double arrow allows a route next to the edge `at`. If `at` is null, a card allows a route anywhere next to the network (ME-BUILD-11, ME-CARD-9). */
export type MerchantsFreeRouteGrantedEvent = Envelope & {
  type: "free_route_granted";
  data: MerchantsFreeRouteGrantedData;
};

/** A seat declined its free route (ME-BUILD-11). */
export type MerchantsFreeRouteDeclinedEvent = Envelope & {
  type: "free_route_declined";
  data: MerchantsFreeRouteDeclinedData;
};

/** A free route lapsed, because there was no free edge for it or the seat had no route left (ME-BUILD-12, ME-RULING-24). */
export type MerchantsFreeRouteLapsedEvent = Envelope & {
  type: "free_route_lapsed";
  data: MerchantsFreeRouteLapsedData;
};

/** A merchant moved `steps` steps, which cost `grain` grain (ME-MERCHANT-1). */
export type MerchantsMerchantMovedEvent = Envelope & {
  type: "merchant_moved";
  data: MerchantsMerchantMovedData;
};

/** A merchant became a post (ME-POST-1), which frees the commodity under it in the warehouse (ME-POST-4). `warehouse_posts` and `free_commodities` are the numbers after the founding. */
export type MerchantsPostFoundedEvent = Envelope & {
  type: "post_founded";
  data: MerchantsPostFoundedData;
};

/** A seat founded a post on a site with coins, and took one gold for each coin (ME-POST-6). */
export type MerchantsCoastGoldTakenEvent = Envelope & {
  type: "coast_gold_taken";
  data: MerchantsCoastGoldTakenData;
};

/** The new post touches hexes without a number. Its owner must put a chip on one of these hexes now (ME-CHIP-1, ME-CHIP-2). */
export type MerchantsChipDemandedEvent = Envelope & {
  type: "chip_demanded";
  data: MerchantsChipDemandedData;
};

/** A seat turned a face-down chip over and placed it on a hex (ME-CHIP-3). */
export type MerchantsChipPlacedEvent = Envelope & {
  type: "chip_placed";
  data: MerchantsChipPlacedData;
};

/** A seat moved a chip from one hex to another, because no face-down chip of the colour was left (ME-CHIP-4). */
export type MerchantsChipMovedEvent = Envelope & {
  type: "chip_moved";
  data: MerchantsChipMovedData;
};

/** A caravan leaves its route. The seat has paid the salt for at most `steps` steps (ME-CARAVAN-2). */
export type MerchantsCaravanDepartedEvent = Envelope & {
  type: "caravan_departed";
  data: MerchantsCaravanDepartedData;
};

/** A seat paid the fee to the owner of a route that its caravan uses. A caravan pays each owner once in a turn (ME-CARAVAN-5, ME-CARAVAN-6). */
export type MerchantsTollPaidEvent = Envelope & {
  type: "toll_paid";
  data: MerchantsTollPaidData;
};

/** The caravan moved to the next route (ME-CARAVAN-1). */
export type MerchantsCaravanSteppedEvent = Envelope & {
  type: "caravan_stepped";
  data: MerchantsCaravanSteppedData;
};

/** A seat delivered a commodity to a post (ME-DELIVER-1). `free_commodities` and `to_deliver` are the numbers after the delivery. */
export type MerchantsCommodityDeliveredEvent = Envelope & {
  type: "commodity_delivered";
  data: MerchantsCommodityDeliveredData;
};

/** The caravan ended its move at this route (ME-CARAVAN-3). */
export type MerchantsCaravanArrivedEvent = Envelope & {
  type: "caravan_arrived";
  data: MerchantsCaravanArrivedData;
};

/** A seat played a development card, and all seats see its kind. The events of its effect follow (ME-CARD-1, ME-CARD-4). */
export type MerchantsCardPlayedEvent = Envelope & {
  type: "card_played";
  data: MerchantsCardPlayedData;
};

/** A seat took resource cards from the bank, by the effect of a development card (ME-CARD-10). */
export type MerchantsCardTakenEvent = Envelope & {
  type: "card_taken";
  data: MerchantsCardTakenData;
};

/** A seat took gold from the bank, by the effect of a development card (ME-CARD-11). */
export type MerchantsTreasureTakenEvent = Envelope & {
  type: "treasure_taken";
  data: MerchantsTreasureTakenData;
};

/** The caravans of this seat pay no fees until the end of the turn (ME-CARD-14). */
export type MerchantsTollsWaivedEvent = Envelope & {
  type: "tolls_waived";
  data: MerchantsTollsWaivedData;
};

/** The seat has delivered all its commodities, and the game is over (ME-WIN-1). */
export type MerchantsGameWonEvent = Envelope & {
  type: "game_won";
  data: MerchantsGameWonData;
};

/** The game is over, because no player can build, found a post or deliver any more (ME-WIN-5). */
export type MerchantsGameFrozenEvent = Envelope & {
  type: "game_frozen";
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
  side: "short" | "main";
  start: "fixed" | "variable";
  phase: "setup_posts" | "setup_neutral" | "setup_routes" | "pre_roll" | "discard" | "robber" | "steal" | "action" | "choose_chain" | "free_route" | "place_chip" | "finished";
  turn: number;
  /** the seat whose turn it is; 0 during the set-up */
  active: number;
  turn_order: (number)[];
  neutral_colour: string | null;
  /** pieces placed in this phase of the set-up */
  placed: number;
  dice: (number)[] | null;
  bank: MerchantsBundle;
  /** a hex, like h:3,-2 */
  robber: string;
  seats: (MerchantsSeatView)[];
  posts: (MerchantsPostView)[];
  routes: (MerchantsRouteView)[];
  chips: (MerchantsChipView)[];
  /** top first */
  draw_pile: (MerchantsPileCard)[];
  discard_pile: (MerchantsDiscardedCard)[];
  /** the number of card ids used so far */
  cards_made: number;
  card_played: boolean;
  bought_with_gold: number;
  tolls_waived: boolean;
  offers: (MerchantsOfferView)[];
  offers_made: number;
  deliveries: (MerchantsDeliveryView)[];
  /** the winner; 0 if there is none */
  winner: number;
  robber_cause: "seven" | "lancer";
  route_built: string | null;
  card_routes_left: number;
  chain_choice: MerchantsChainChoice | null;
  free_route: MerchantsFreeRoute | null;
  /** the site of the newest post that needed a number chip */
  chip_site: string | null;
};

/** Resource cards: the number of cards of each resource. A resource without cards is left out. */
export type MerchantsBundle = {
  lumber?: number | null;
  wool?: number | null;
  grain?: number | null;
  ore?: number | null;
  salt?: number | null;
};

/** Resource cards and gold: the number of each. A resource without cards, and gold if there is none, is left out. */
export type MerchantsGoods = {
  lumber?: number | null;
  wool?: number | null;
  grain?: number | null;
  ore?: number | null;
  salt?: number | null;
  /** the amount of gold (gold is not a card) */
  gold?: number | null;
};

/** One step of a caravan onto a route, and the posts at this route that get a commodity. */
export type MerchantsStep = {
  /** an edge, like e:3,-2,ne */
  edge: string;
  deliver?: (string)[] | null;
};

/** Resource cards: the number of cards of each resource. A resource without cards is left out. */
export type MerchantsBundleOption = {
  lumber?: OpenField | number | null;
  wool?: OpenField | number | null;
  grain?: OpenField | number | null;
  ore?: OpenField | number | null;
  salt?: OpenField | number | null;
};

/** Resource cards and gold: the number of each. A resource without cards, and gold if there is none, is left out. */
export type MerchantsGoodsOption = {
  lumber?: OpenField | number | null;
  wool?: OpenField | number | null;
  grain?: OpenField | number | null;
  ore?: OpenField | number | null;
  salt?: OpenField | number | null;
  gold?: OpenField | number | null;
};

/** One step of a caravan onto a route, and the posts at this route that get a commodity. */
export type MerchantsStepOption = {
  edge?: OpenField | string;
  deliver?: OpenField | (OpenField | string)[] | null;
};

export type MerchantsSeatColour = {
  seat: number;
  /** a colour: red, blue, white or orange */
  colour: string;
};

/** The side of the board, the kind of start and the colours of the seats. With three seats, the unused colour is neutral (ME-SETUP-1). */
export type MerchantsBoardLaidData = {
  side: "short" | "main";
  start: "fixed" | "variable";
  seats: (MerchantsSeatColour)[];
  neutral_colour?: string | null;
};

export type MerchantsOrderRoll = {
  seat: number;
  dice: (number)[];
};

/** A drawn number from 0 to `below` − 1. `purpose` and `counter` are the address of the draw. */
export type MerchantsDraw = {
  purpose: string;
  counter: number;
  below: number;
  value: number;
};

/** The seats rolled for the first turn. Seats that tie for the highest sum roll again in another such event (ME-SETUP-10). */
export type MerchantsOrderRolledData = {
  rolls: (MerchantsOrderRoll)[];
  draws?: (MerchantsDraw)[];
};

/** This seat takes the first turn (ME-SETUP-10). */
export type MerchantsStartSeatSetData = {
  seat: number;
};

export type MerchantsStartChip = {
  /** a number chip, like salt-1 */
  chip: string;
  /** a hex, like h:3,-2 */
  hex: string;
  number: number;
};

export type MerchantsHiddenChip = {
  /** a number chip, like salt-1 */
  chip: string;
  resource: "lumber" | "wool" | "grain" | "ore" | "salt";
};

/** The start chips are face up, all other chips are face down. Sealed part k is the number of hidden chip k, and the last part contains the draws (ME-SETUP-2, ME-SETUP-3). */
export type MerchantsChipsLaidData = {
  start: (MerchantsStartChip)[];
  hidden: (MerchantsHiddenChip)[];
};

/** The development cards were shuffled. Sealed part k is the k-th card from the top, and the last part contains the draws (ME-SETUP-4). */
export type MerchantsDeckShuffledData = {
  count: number;
};

/** The robber was placed on its first hex (ME-SETUP-5). */
export type MerchantsRobberPlacedData = {
  /** a hex, like h:3,-2 */
  hex: string;
};

/** The gold, pieces and commodities with which a seat begins (ME-SETUP-6, ME-SETUP-9). */
export type MerchantsSeatEquippedData = {
  seat: number;
  gold: number;
  routes: number;
  merchants: number;
  caravans: number;
  warehouse_posts: number;
  commodities: number;
  free_commodities: number;
};

/** A start post was placed on the site (ME-SETUP-11, ME-SETUP-15). */
export type MerchantsStartPostPlacedData = {
  seat: number;
  /** a city site, like bern */
  site: string;
  round: number;
};

/** A seat took its first resource cards. `site`: the post that brings these cards (ME-SETUP-12, ME-SETUP-16). */
export type MerchantsStartResourcesTakenData = {
  seat: number;
  cards: MerchantsBundle;
  site?: string | null;
};

/** A post of the unused colour was placed. `seat`: the seat that placed it, in the variable start (ME-SETUP-13, ME-SETUP-17). */
export type MerchantsNeutralPostPlacedData = {
  /** a city site, like bern */
  site: string;
  seat?: number | null;
};

/** A start route with a caravan was placed on the edge (ME-SETUP-11, ME-SETUP-18). */
export type MerchantsStartRoutePlacedData = {
  seat: number;
  /** an edge, like e:3,-2,ne */
  edge: string;
  caravan: "c1" | "c2";
};

/** All start pieces are placed, and the start player takes the first turn (ME-TURN-1). */
export type MerchantsSetupFinishedData = Record<string, never>;

/** A seat begins its turn. `turn` counts all turns of the game from 1 (ME-TURN-1). */
export type MerchantsTurnStartedData = {
  seat: number;
  turn: number;
};

/** A seat rolled both dice (ME-TURN-2). */
export type MerchantsDiceRolledData = {
  seat: number;
  dice: (number)[];
  draws?: (MerchantsDraw)[];
};

export type MerchantsGrant = {
  seat: number;
  cards: MerchantsBundle;
};

/** The cards that each seat took from the bank. `short`: the resources of which the bank had too few cards (ME-PROD-2, ME-PROD-5). */
export type MerchantsResourcesProducedData = {
  grants: (MerchantsGrant)[];
  short: ("lumber" | "wool" | "grain" | "ore" | "salt")[];
};

/** Each of these seats got 1 gold, because it received no card (ME-PROD-6). */
export type MerchantsCompensationPaidData = {
  seats: (number)[];
};

export type MerchantsDebt = {
  seat: number;
  count: number;
};

/** A 7 was rolled. Each of these seats holds more than 7 cards, and must discard `count` cards (ME-ROBBER-2). */
export type MerchantsDiscardDemandedData = {
  debts: (MerchantsDebt)[];
};

/** A seat returned these cards to the bank (ME-ROBBER-2). */
export type MerchantsCardsDiscardedData = {
  seat: number;
  cards: MerchantsBundle;
};

/** The robber moved to another hex, which produces no cards from now on (ME-ROBBER-4, ME-PROD-3). */
export type MerchantsRobberMovedData = {
  seat: number;
  /** a hex, like h:3,-2 */
  from: string;
  /** a hex, like h:3,-2 */
  to: string;
  cause: "seven" | "lancer";
};

/** A seat stole a card from another seat. Sealed part 0 is the card, which the thief and the victim may see (ME-INFO-4). Part 1 is the random draw, which no seat may see (ME-ROBBER-5). */
export type MerchantsCardStolenData = {
  thief: number;
  victim: number;
};

/** The seat took no card, although it could have robbed a player (ME-ROBBER-5). */
export type MerchantsStealDeclinedData = {
  seat: number;
};

/** No player at the robber's hex can be robbed (ME-ROBBER-6). */
export type MerchantsNothingToStealData = {
  seat: number;
};

/** A seat made an offer: the seat `by` gives `give` and gets `want`, in a trade with one of the seats `to` (ME-TRADE-2, ME-TRADE-3). */
export type MerchantsTradeOfferedData = {
  /** the number of a trade offer */
  offer: number;
  by: number;
  to: (number)[];
  give: MerchantsGoods;
  want: MerchantsGoods;
};

/** A seat answered an offer. `lapsed`: a trade or a theft has cancelled the seat's acceptance (ME-TRADE-3). */
export type MerchantsOfferAnsweredData = {
  /** the number of a trade offer */
  offer: number;
  seat: number;
  accept: boolean;
  lapsed?: boolean | null;
};

/** The offer can no longer be accepted. `reason` says why (ME-TRADE-3, ME-RULING-17). */
export type MerchantsOfferClosedData = {
  /** the number of a trade offer */
  offer: number;
  reason: "withdrawn" | "replaced" | "traded" | "robbed" | "turn_ended";
};

/** Two seats traded. `gave` and `got` are the goods that the active seat gave and got (ME-TRADE-6). */
export type MerchantsTradeConcludedData = {
  /** the number of a trade offer */
  offer: number;
  active: number;
  partner: number;
  gave: MerchantsGoods;
  got: MerchantsGoods;
};

/** A seat bought a card from the bank for gold. `bought_this_turn` includes this card (ME-TRADE-7, ME-TRADE-8). */
export type MerchantsResourceBoughtData = {
  seat: number;
  resource: "lumber" | "wool" | "grain" | "ore" | "salt";
  gold: number;
  bought_this_turn: number;
  cost: MerchantsGoods;
};

/** A seat gave three cards of one resource to the bank for another good (ME-TRADE-9). */
export type MerchantsBankTradedData = {
  seat: number;
  gave: MerchantsBundle;
  got: "lumber" | "wool" | "grain" | "ore" | "salt" | "gold";
};

/** The discard pile is shuffled and becomes the draw pile, with new ids. Sealed part k is the k-th card from the top, and the last part contains the draws. The buyer gets the first card and sees its part at once (ME-CARD-5). */
export type MerchantsDeckReshuffledData = {
  count: number;
};

/** A seat bought the top card of the draw pile. Only this seat sees the kind of the card (ME-BUILD-3). */
export type MerchantsCardBoughtData = {
  seat: number;
  /** a development card, like d07 */
  card: string;
  /** cards left in the draw pile */
  left: number;
  cost: MerchantsBundle;
};

/** A seat put a merchant next to a post. `replaced_from`: the intersection from which he was taken off (ME-BUILD-4, ME-BUILD-5). */
export type MerchantsMerchantRecruitedData = {
  seat: number;
  merchant: "m1" | "m2";
  /** a city site, like bern */
  site: string;
  cost: MerchantsBundle;
  replaced_from?: string | null;
};

/** A seat placed a caravan at a route. `replaced_from`: the route from which the caravan was taken off (ME-BUILD-6, ME-BUILD-7). */
export type MerchantsCaravanPlacedData = {
  seat: number;
  caravan: "c1" | "c2";
  /** an edge, like e:3,-2,ne */
  edge: string;
  cost: MerchantsBundle;
  replaced_from?: string | null;
};

/** A seat placed a route on the edge, paid or free. `left`: the routes that are still in the seat's supply (ME-BUILD-9, ME-BUILD-11). */
export type MerchantsRouteBuiltData = {
  seat: number;
  /** an edge, like e:3,-2,ne */
  edge: string;
  how: "paid" | "double_arrow" | "card";
  /** routes left in the supply */
  left: number;
  cost?: MerchantsBundle | null;
};

export type MerchantsPayment = {
  seat: number;
  gold: number;
};

/** A chain of routes that starts at the newly connected site, and the gold that it pays to each seat. */
export type MerchantsPaidChain = {
  chain: (string)[];
  payments: (MerchantsPayment)[];
};

/** Several shortest chains pay different amounts. The active seat chooses one of them (ME-GOLD-4). */
export type MerchantsChainChoiceDemandedData = {
  sites: (string)[];
  options: (MerchantsPaidChain)[];
};

/** One site or both sites at the ends of the chain are connected for the first time. The chain is paid once (ME-GOLD-2, ME-GOLD-6). */
export type MerchantsSiteConnectedData = {
  sites: (string)[];
  chain: (string)[];
  payments: (MerchantsPayment)[];
};

/** A seat may place a free route. A double arrow allows a route next to the edge `at`. If `at` is null, a card allows a route anywhere next to the network (ME-BUILD-11, ME-CARD-9). */
export type MerchantsFreeRouteGrantedData = {
  seat: number;
  at: string | null;
  /** free routes that this arrow or card still grants, including this one */
  count: number;
};

/** A seat declined its free route (ME-BUILD-11). */
export type MerchantsFreeRouteDeclinedData = {
  seat: number;
};

/** A free route lapsed, because there was no free edge for it or the seat had no route left (ME-BUILD-12, ME-RULING-24). */
export type MerchantsFreeRouteLapsedData = {
  seat: number;
};

/** A merchant moved `steps` steps, which cost `grain` grain (ME-MERCHANT-1). */
export type MerchantsMerchantMovedData = {
  seat: number;
  merchant: "m1" | "m2";
  /** an intersection, like i:3,-2,n */
  from: string;
  /** an intersection, like i:3,-2,n */
  to: string;
  steps: number;
  grain: number;
  cost?: MerchantsBundle | null;
};

/** A merchant became a post (ME-POST-1), which frees the commodity under it in the warehouse (ME-POST-4). `warehouse_posts` and `free_commodities` are the numbers after the founding. */
export type MerchantsPostFoundedData = {
  seat: number;
  /** a city site, like bern */
  site: string;
  merchant: "m1" | "m2";
  warehouse_posts: number;
  free_commodities: number;
};

/** A seat founded a post on a site with coins, and took one gold for each coin (ME-POST-6). */
export type MerchantsCoastGoldTakenData = {
  seat: number;
  /** a city site, like bern */
  site: string;
  gold: number;
};

/** The new post touches hexes without a number. Its owner must put a chip on one of these hexes now (ME-CHIP-1, ME-CHIP-2). */
export type MerchantsChipDemandedData = {
  seat: number;
  /** a city site, like bern */
  site: string;
  hexes: (string)[];
};

/** A seat turned a face-down chip over and placed it on a hex (ME-CHIP-3). */
export type MerchantsChipPlacedData = {
  seat: number;
  /** a number chip, like salt-1 */
  chip: string;
  number: number;
  /** a hex, like h:3,-2 */
  hex: string;
};

/** A seat moved a chip from one hex to another, because no face-down chip of the colour was left (ME-CHIP-4). */
export type MerchantsChipMovedData = {
  seat: number;
  /** a number chip, like salt-1 */
  chip: string;
  number: number;
  /** a hex, like h:3,-2 */
  from: string;
  /** a hex, like h:3,-2 */
  to: string;
};

/** A caravan leaves its route. The seat has paid the salt for at most `steps` steps (ME-CARAVAN-2). */
export type MerchantsCaravanDepartedData = {
  seat: number;
  caravan: "c1" | "c2";
  /** an edge, like e:3,-2,ne */
  from: string;
  salt: number;
  steps: number;
  cost?: MerchantsBundle | null;
};

/** A seat paid the fee to the owner of a route that its caravan uses. A caravan pays each owner once in a turn (ME-CARAVAN-5, ME-CARAVAN-6). */
export type MerchantsTollPaidData = {
  from_seat: number;
  to_seat: number;
  caravan: "c1" | "c2";
  /** an edge, like e:3,-2,ne */
  edge: string;
  gold: number;
};

/** The caravan moved to the next route (ME-CARAVAN-1). */
export type MerchantsCaravanSteppedData = {
  seat: number;
  caravan: "c1" | "c2";
  /** an edge, like e:3,-2,ne */
  edge: string;
};

/** A seat delivered a commodity to a post (ME-DELIVER-1). `free_commodities` and `to_deliver` are the numbers after the delivery. */
export type MerchantsCommodityDeliveredData = {
  seat: number;
  /** a city site, like bern */
  site: string;
  /** the seat that owns the post; 0 is neutral */
  owner: number;
  free_commodities: number;
  to_deliver: number;
};

/** The caravan ended its move at this route (ME-CARAVAN-3). */
export type MerchantsCaravanArrivedData = {
  seat: number;
  caravan: "c1" | "c2";
  /** an edge, like e:3,-2,ne */
  edge: string;
};

/** A seat played a development card, and all seats see its kind. The events of its effect follow (ME-CARD-1, ME-CARD-4). */
export type MerchantsCardPlayedData = {
  seat: number;
  /** a development card, like d07 */
  card: string;
  /** a kind of development card, as the board file names it */
  kind: string;
};

/** A seat took resource cards from the bank, by the effect of a development card (ME-CARD-10). */
export type MerchantsCardTakenData = {
  seat: number;
  cards: MerchantsBundle;
};

/** A seat took gold from the bank, by the effect of a development card (ME-CARD-11). */
export type MerchantsTreasureTakenData = {
  seat: number;
  gold: number;
};

/** The caravans of this seat pay no fees until the end of the turn (ME-CARD-14). */
export type MerchantsTollsWaivedData = {
  seat: number;
};

/** The turn of a seat is over, and the next seat follows (ME-TURN-1, ME-TURN-5). */
export type MerchantsTurnEndedData = {
  seat: number;
};

export type MerchantsRank = {
  seat: number;
  rank: number;
  to_deliver: number;
};

/** The seat has delivered all its commodities, and the game is over (ME-WIN-1). */
export type MerchantsGameWonData = {
  seat: number;
  ranking: (MerchantsRank)[];
};

/** The game is over, because no player can build, found a post or deliver any more (ME-WIN-5). */
export type MerchantsGameFrozenData = {
  ranking: (MerchantsRank)[];
};

export type MerchantsDeliveries = {
  seat: number;
  sites: (string)[];
};

/** The final ranking, and the sites to which each seat has delivered commodities (ME-WIN-4). */
export type MerchantsFinalScoredData = {
  ranking: (MerchantsRank)[];
  deliveries: (MerchantsDeliveries)[];
};

/** The address of a sealed part: the version of its event, and the number of the part, counted from 0. */
export type MerchantsRef = {
  version: number;
  part: number;
};

/** A development card in a hand. Only viewers who may see it get its kind. All viewers get the reference to its seal. */
export type MerchantsCardView = {
  /** a development card, like d07 */
  card: string;
  /** bought in this turn */
  fresh: boolean;
  sealed_at?: MerchantsRef | null;
  kind?: string | null;
};

export type MerchantsMerchantView = {
  merchant: "m1" | "m2";
  /** null: in the supply */
  at: string | null;
};

export type MerchantsCaravanView = {
  caravan: "c1" | "c2";
  /** null: in the supply */
  at: string | null;
  /** the seats whose routes the caravan may use without a fee for the rest of the turn */
  fees_paid_to: (number)[];
};

/** A seat at the table. Only viewers who may see this seat's cards get `hand` and the kinds of its development cards. */
export type MerchantsSeatView = {
  seat: number;
  /** a colour: red, blue, white or orange */
  colour: string;
  gold: number;
  hand_size: number;
  cards: (MerchantsCardView)[];
  routes_left: number;
  warehouse_posts: number;
  free_commodities: number;
  to_deliver: number;
  merchants: (MerchantsMerchantView)[];
  caravans: (MerchantsCaravanView)[];
  /** the number of cards that the seat must discard now */
  owes_cards: number;
  last_start_post?: string | null;
  hand?: MerchantsBundle | null;
};

/** A post on a site. `commodity_of`: the seat that delivered the commodity under the post. */
export type MerchantsPostView = {
  /** a city site, like bern */
  site: string;
  /** 0 is neutral */
  seat: number;
  commodity_of?: number | null;
};

export type MerchantsRouteView = {
  /** an edge, like e:3,-2,ne */
  edge: string;
  seat: number;
};

/** A number chip. It is on a hex, or it is face down and its number is sealed. */
export type MerchantsChipView = {
  /** a number chip, like salt-1 */
  chip: string;
  resource: "lumber" | "wool" | "grain" | "ore" | "salt";
  hex?: string | null;
  number?: number | null;
  sealed_at?: MerchantsRef | null;
};

export type MerchantsPileCard = {
  /** a development card, like d07 */
  card: string;
  sealed_at?: MerchantsRef | null;
};

export type MerchantsDiscardedCard = {
  /** a development card, like d07 */
  card: string;
  /** a kind of development card, as the board file names it */
  kind: string;
  sealed_at?: MerchantsRef | null;
};

export type MerchantsOfferView = {
  /** the number of a trade offer */
  offer: number;
  by: number;
  to: (number)[];
  give: MerchantsGoods;
  want: MerchantsGoods;
  accepted: (number)[];
  declined: (number)[];
};

export type MerchantsDeliveryView = {
  seat: number;
  /** a city site, like bern */
  site: string;
  version: number;
};

export type MerchantsChainChoice = {
  sites: (string)[];
  options: (MerchantsPaidChain)[];
};

export type MerchantsFreeRoute = {
  /** the edge with the double arrow, or null for the free route of a card */
  at: string | null;
  must_place: boolean;
};

/** The number of a face-down chip, which becomes visible when the chip is turned over. */
export type MerchantsChipFace = {
  /** a number chip, like salt-1 */
  chip: string;
  number: number;
};

/** A list and a random order of it. `shuffle`: the list before the draw. `value`: the drawn order. */
export type MerchantsShuffle = {
  purpose: string;
  counter: number;
  shuffle: (number | string)[];
  value: (number | string)[];
};

/** The random draws that shuffled the face-down chips or cards. */
export type MerchantsShuffled = {
  draws: (MerchantsShuffle)[];
};

/** The id and the kind of a development card. */
export type MerchantsCardFace = {
  /** a development card, like d07 */
  card: string;
  /** a kind of development card, as the board file names it */
  kind: string;
};

/** The card that was stolen. `draws`: the random draw, which only old games store here. */
export type MerchantsStolenCard = {
  resource: "lumber" | "wool" | "grain" | "ore" | "salt";
  draws?: (MerchantsDraw)[] | null;
};

/** The random draw that selected the stolen card. Its value is a position in the victim's sorted hand, so not even the thief may see it. */
export type MerchantsTheftDraw = {
  draws: (MerchantsDraw)[];
};

/** A game to create. It starts when its last seat is taken. */
export type MerchantsGameRequest = {
  visibility?: "public" | "unlisted" | "private";
  /** A practice game is for learning: it is marked as practice for ever. */
  practice?: boolean;
  bot_milliseconds?: number | null;
  bot_patience?: number | null;
  /** Whether accounts that are bots may sit down without being invited. */
  bots_welcome?: boolean;
  ruleset: "merchants";
  seats: (GameSeatRequest)[];
  board?: string | null;
  options?: MerchantsOptions;
  order?: "listed" | "drawn" | null;
  seed?: string | null;
  clock?: GameClock | null;
  stand_in?: string | null;
  open_until?: string | null;
  idle_days?: number | null;
  dice_seed?: string | null;
};

/** A seat of a new game: yours, open to all, for an account that you invite, or for a bot. */
export type GameSeatRequest = {
  kind: "me" | "open" | "invited" | "bot";
  bot?: string | null;
  nonce?: string | null;
  colour?: string | null;
};

/** How long a decision may take. Left out: no limit. */
export type GameClock = {
  per_decision: string;
  bank: string;
  on_timeout: "bot" | "abort";
};

/** End your turn. Unused actions are lost (HT-TURN-5, HT-TURN-7). Or: End your turn (ME-TURN-5). */
export type EndTurn = {
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

/** End your turn. Unused actions are lost (HT-TURN-5, HT-TURN-7). Or: End your turn (ME-TURN-5). */
export type EndTurnOption = {
  type: "end_turn";
};

/** A legal command of any ruleset, with open fields. */
export type Option = HansaPlacePawnOption | HansaTakeIncomeOption | HansaPlacePieceOption | HansaDisplacePieceOption | HansaPlaceDisplacedOption | HansaMovePiecesOption | HansaEstablishRouteOption | HansaResolvePermanentMarkerOption | HansaUseMarkerOption | HansaBuyFavourOption | HansaSetStandingOrderOption | HansaResolveFavourIncomeOption | HansaPayOpenBordersOption | HansaMovePawnOption | HansaResolveNeutralRouteOption | EndTurnOption | HansaPlaceReplacementsOption | MerchantsPlaceStartPostOption | MerchantsPlaceNeutralPostOption | MerchantsPlaceStartRouteOption | MerchantsRollDiceOption | MerchantsDiscardCardsOption | MerchantsMoveRobberOption | MerchantsStealOption | MerchantsOfferTradeOption | MerchantsWithdrawOfferOption | MerchantsAnswerOfferOption | MerchantsConcludeTradeOption | MerchantsBuyResourceOption | MerchantsTradeWithBankOption | MerchantsBuyCardOption | MerchantsRecruitMerchantOption | MerchantsPlaceCaravanOption | MerchantsBuildRouteOption | MerchantsChooseChainOption | MerchantsPlaceFreeRouteOption | MerchantsDeclineFreeRouteOption | MerchantsMoveMerchantOption | MerchantsPlaceChipOption | MerchantsMoveCaravanOption | MerchantsPlayCardOption;

/** A seat begins its turn. `allowance`: how many actions it has (HT-TURN-1, HT-TURN-2). Or: A seat begins its turn. `turn` counts all turns of the game from 1 (ME-TURN-1). */
export type TurnStartedEvent = Envelope & {
  type: "turn_started";
  data: HansaTurnStartedData | MerchantsTurnStartedData;
};

/** The turn is over, and the next seat follows (HT-TURN-1, HT-TURN-7). Or: The turn of a seat is over, and the next seat follows (ME-TURN-1, ME-TURN-5). */
export type TurnEndedEvent = Envelope & {
  type: "turn_ended";
  data: HansaTurnEndedData | MerchantsTurnEndedData;
};

/** The points of every seat by category, and the total of each seat (HT-SCORE-1). Or: The final ranking, and the sites to which each seat has delivered commodities (ME-WIN-4). */
export type FinalScoredEvent = Envelope & {
  type: "final_scored";
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

/** A command of any ruleset, or of the service. */
export type AnyCommand = HansaPlacePawn | HansaTakeIncome | HansaPlacePiece | HansaDisplacePiece | HansaPlaceDisplaced | HansaMovePieces | HansaEstablishRoute | HansaResolvePermanentMarker | HansaUseMarker | HansaBuyFavour | HansaSetStandingOrder | HansaResolveFavourIncome | HansaPayOpenBorders | HansaMovePawn | HansaResolveNeutralRoute | EndTurn | HansaPlaceReplacements | MerchantsPlaceStartPost | MerchantsPlaceNeutralPost | MerchantsPlaceStartRoute | MerchantsRollDice | MerchantsDiscardCards | MerchantsMoveRobber | MerchantsSteal | MerchantsOfferTrade | MerchantsWithdrawOffer | MerchantsAnswerOffer | MerchantsConcludeTrade | MerchantsBuyResource | MerchantsTradeWithBank | MerchantsBuyCard | MerchantsRecruitMerchant | MerchantsPlaceCaravan | MerchantsBuildRoute | MerchantsChooseChain | MerchantsPlaceFreeRoute | MerchantsDeclineFreeRoute | MerchantsMoveMerchant | MerchantsPlaceChip | MerchantsMoveCaravan | MerchantsPlayCard | SystemCommand;

/** A command of the service. */
export type SystemCommand = {
  type: "create" | "join" | "leave" | "pass_seat" | "resign" | "return" | "time_out" | "pause" | "resume" | "undo" | "abort" | "score";
  /** The seat that the command is about. */
  seat?: number;
};

/** Commands in their order. The server accepts all of them or none. */
export type CommandBatch = {
  commands: (Command)[];
  seat?: number;
  /** True: only try the command. The server stores nothing. */
  dry_run?: boolean;
};

/** A command, or several in their order. */
export type CommandRequest = HansaPlacePawn | HansaTakeIncome | HansaPlacePiece | HansaDisplacePiece | HansaPlaceDisplaced | HansaMovePieces | HansaEstablishRoute | HansaResolvePermanentMarker | HansaUseMarker | HansaBuyFavour | HansaSetStandingOrder | HansaResolveFavourIncome | HansaPayOpenBorders | HansaMovePawn | HansaResolveNeutralRoute | EndTurn | HansaPlaceReplacements | MerchantsPlaceStartPost | MerchantsPlaceNeutralPost | MerchantsPlaceStartRoute | MerchantsRollDice | MerchantsDiscardCards | MerchantsMoveRobber | MerchantsSteal | MerchantsOfferTrade | MerchantsWithdrawOffer | MerchantsAnswerOffer | MerchantsConcludeTrade | MerchantsBuyResource | MerchantsTradeWithBank | MerchantsBuyCard | MerchantsRecruitMerchant | MerchantsPlaceCaravan | MerchantsBuildRoute | MerchantsChooseChain | MerchantsPlaceFreeRoute | MerchantsDeclineFreeRoute | MerchantsMoveMerchant | MerchantsPlaceChip | MerchantsMoveCaravan | MerchantsPlayCard | CommandBatch;

/** Commands to try, in their order. */
export type WhatIfRequest = {
  /** Left out: the current version. */
  version?: number;
  commands?: (Command)[];
  /** Another number gives other hidden things and other dice. */
  luck?: number;
};

/** One error of a request. */
export type ProblemError = {
  /** The place of the error: a JSON Pointer into the body, `query/…` or `header/…`. */
  pointer: string;
  code: string;
  message?: string;
};

/** A command as the rules read it, with its seat. */
export type DecidedCommand = {
  seat: number;
  body: Command;
};

/** 422: the signed refusal of a command that a rule does not allow. Check it with a key from /.well-known/kontor-keys.json. It is left out for dry runs, for texts of more than 200 characters, and beyond 60 refusals a minute. */
export type RefusalReceipt = {
  format: "kontor-refusal/1";
  game: string;
  /** The version of the game at which the server decided. */
  version: number;
  /** The hash of that version. */
  hash: string;
  at: string;
  /** The hash of the commands, with game and version. */
  digest: string;
  rule: string;
  code: string;
  key: string;
  /** The refused command as the rules read it. In a batch also the commands before it. */
  commands: (DecidedCommand)[];
  signature: string;
};

/** What went wrong (RFC 9457). */
export type Problem = {
  type: "/problems/unreadable" | "/problems/unauthenticated" | "/problems/forbidden" | "/problems/not-found" | "/problems/method-not-allowed" | "/problems/not-acceptable" | "/problems/too-slow" | "/problems/not-your-decision" | "/problems/not-started" | "/problems/imported" | "/problems/game-over" | "/problems/seat-taken" | "/problems/seat-not-held" | "/problems/invitation-gone" | "/problems/cannot-undo" | "/problems/clock-unchanged" | "/problems/not-ended" | "/problems/too-many-games" | "/problems/log-replaced" | "/problems/key-reused" | "/problems/stale-version" | "/problems/too-large" | "/problems/unsupported-media-type" | "/problems/rule-violation" | "/problems/draw-not-last" | "/problems/board-flawed" | "/problems/too-many-requests" | "/problems/internal" | "/problems/contention" | "/problems/log-damaged" | "/problems/unavailable";
  title: string;
  status: number;
  detail: string;
  instance?: string;
  /** 400: the errors of the request. */
  errors?: (ProblemError)[];
  /** 422: the id of the rule that does not allow the command. */
  rule?: string;
  rule_href?: string;
  code?: string;
  /** 422: the values that the refusal is about. */
  facts?: Record<string, JsonValue>;
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

export type AddressedOperation = {
  method: string;
  /** Its `operationId` in the OpenAPI document. */
  id: string;
  summary: string;
};

export type Address = {
  /** Replace the parts in braces with values. */
  href: string;
  /** Whether the address has parts in braces. */
  templated: boolean;
  operations: (AddressedOperation)[];
};

export type Directory = {
  /** The version of Kontor on this server. */
  version: string;
  docs_href: string;
  openapi_href: string;
  asyncapi_href: string;
  problems_href: string;
  keys_href: string;
  addresses: (Address)[];
};

/** An account to open. */
export type AccountRequest = {
  /** 1 to 80 characters. Line breaks and invisible characters are not allowed. */
  name: string;
  /** True if a program decides for the account. Games show this with its seats. */
  bot?: boolean;
  token?: string | null;
};

export type OpenedAccount = {
  id: string;
  name: string;
  /** Shown once, never again. */
  api_key: string;
  scopes: (string)[];
};

export type Me = {
  id: string;
  name: string;
  /** Whether games show your name. */
  named: boolean;
  /** True if a program decides for the account. */
  bot: boolean;
  /** The scopes of the key in this request. */
  scopes: (string)[];
  /** The scopes that the operator has granted. */
  grants: (string)[];
  created_at: string;
};

/** The changes of an account. Fields that are left out stay as they are. */
export type ChangedAccount = {
  name?: string | null;
  named?: boolean | null;
  bot?: true | null;
};

export type Key = {
  id: string;
  /** The first characters of the key. */
  prefix: string;
  label: string;
  scopes: (string)[];
  created_at: string;
  revoked_at: string | null;
  /** When the key expires; null: never. */
  expires_at: string | null;
};

export type Keys = {
  items: (Key)[];
};

/** Another key. For `audit:read` and `admin` the operator must have granted the scope to the account. */
export type KeyRequest = {
  /** 1 to 80 characters. Line breaks and invisible characters are not allowed. */
  label?: string;
  scopes?: ("game:read" | "game:play" | "game:create" | "webhook:write" | "audit:read" | "admin")[];
  expires_at?: string | null;
};

export type AddedKey = {
  id: string;
  /** The first characters of the key. */
  prefix: string;
  label: string;
  scopes: (string)[];
  created_at: string;
  revoked_at: string | null;
  /** When the key expires; null: never. */
  expires_at: string | null;
  /** Shown once, never again. */
  api_key: string;
};

export type RulesetLine = {
  name: string;
  title: string;
  version: number;
  href: string;
};

export type Rulesets = {
  items: (RulesetLine)[];
};

export type SeatRange = {
  fewest: number;
  most: number;
};

/** A difficulty for people. Seat its bot, and send its time as `bot_milliseconds` of the game. */
export type Level = {
  /** Such as `easy`. */
  name: string;
  bot: string;
  /** How long the bot should think about a decision. */
  milliseconds: number;
  /** For whom the level is, and how the bot plays. */
  about: string;
};

export type BoardLine = {
  name: string;
  /** A name for people. */
  title: string;
  /** How many seats the board allows. */
  seats: SeatRange;
  hash: string;
  href: string;
};

/** A category of points. */
export type Category = {
  name: string;
  title: string;
  /** The letter that the rulebook uses for it, if any. */
  letter?: string;
};

/** A kind of decision that a game can wait for. */
export type DecisionKind = {
  kind: string;
  /** What the player has to do, as a sentence. */
  text: string;
};

export type Ruleset = {
  name: string;
  title: string;
  version: number;
  href: string;
  seats: SeatRange;
  colours: (string)[];
  /** The default of `order` for new games. */
  order: "listed" | "drawn";
  bots: (string)[];
  /** A sentence about how each bot plays. Bots that the operator added have none. */
  bots_about: Record<string, string>;
  levels: (Level)[];
  boards: (BoardLine)[];
  categories: (Category)[];
  decisions: (DecisionKind)[];
  commands: (string)[];
  events: (string)[];
  /** JSON Schema of the options. */
  options: JsonSchema;
  schemas_href: string;
  rules_href: string;
};

export type StoredBoard = {
  /** Use it as `"board"` of a new game. */
  hash: string;
};

export type Rule = {
  id: string;
  /** Markdown. */
  text: string;
  href: string;
};

export type Rules = {
  ruleset: string;
  items: (Rule)[];
};

/** A signature of the commitment to a seed. Check it with a key from /.well-known/kontor-keys.json. */
export type SeedReceipt = {
  format: string;
  game: string;
  commitment: string;
  at: string;
  expires_at: string;
  key: string;
  signature: string;
};

export type Seed = {
  /** The newest checkpoint of the transparency log. Keep one with the receipt. */
  checkpoint_href: string;
  /** The id that the game will have. */
  id: string;
  commitment: string;
  expires_at: string;
  receipt: SeedReceipt;
};

export type Seat = {
  seat: number;
  /** `open`: free for any account. `invited`: free, but only by invitation. */
  kind: "open" | "invited" | "participant" | "bot";
  bot?: string;
  /** A random id for this seat in this game. It does not identify the account. */
  participant?: string;
  /** The name of the account, if the account shows its name. */
  name?: string;
  /** True if the account is marked as a bot. */
  bot_account?: boolean;
  colour?: string;
  mine: boolean;
};

/** A decision that the game is waiting for. */
export type Decision = {
  seat: number;
  /** One of `decisions` of the ruleset. After an upgrade, lists show null until the game changes. */
  kind: string | null;
  /** Null if the game has no clock. */
  deadline: string | null;
  legal_href: string;
};

export type Clock = {
  per_decision: string;
  bank: string;
  on_timeout: "bot" | "abort";
};

export type Deadline = {
  seat: number;
  at: string;
};

export type Pause = {
  /** The seat whose clock is paused. Left out: all clocks are. */
  seat?: number;
  /** When the clock runs again at the latest. */
  until?: string;
};

export type Placing = {
  seat: number;
  rank: number;
  total: number;
};

/** A signature of the head of the game. Check it with a key from /.well-known/kontor-keys.json. */
export type Receipt = {
  format: string;
  game: string;
  version: number;
  hash: string;
  at: string;
  command: string;
  key: string;
  signature: string;
};

export type Created = {
  id: string;
  ruleset: string;
  ruleset_version: number;
  /** sha256:… of the board's canonical JSON. */
  board: string;
  /** Null: a custom board. */
  board_name: string | null;
  options: Options;
  order: string;
  visibility: string;
  practice: boolean;
  /** The bot that plays for a late seat, if the creator named one. */
  stand_in?: string;
  /** How long bots think about a decision, if the creator set it. */
  bot_milliseconds?: number;
  /** Seconds that bots wait for answers of people, if the creator set it. */
  bot_patience?: number;
  /** Whether bot accounts may take a seat without an invitation. */
  bots_welcome: boolean;
  /** True if the game was played on another server, which signed it. */
  imported?: boolean;
  /** True if you created the game. Then you can invite to its free seats. */
  created_by_me?: boolean;
  status: "open" | "running" | "scoring" | "finished" | "aborted";
  version: number;
  /** The hash of the last event. */
  head: string;
  commitment: string;
  seats: (Seat)[];
  turn_order: (number)[];
  awaiting: (number)[];
  /** The decisions of the seats in `awaiting`, in the same order. */
  decisions: (Decision)[];
  /** If the game has not started by then, the server ends it. */
  open_until?: string;
  /** After so many days without an event the server ends the running game. */
  idle_days?: number;
  /** Left out: the game has no clock. */
  clock?: Clock;
  /** The deadlines of the awaited seats. */
  deadlines?: (Deadline)[];
  /** The clocks that are paused, if any. */
  paused?: (Pause)[];
  /** The result, if the game is finished. */
  result?: (Placing)[];
  created_at: string;
  changed_at: string;
  href: string;
  state_href: string;
  legal_href: string;
  events_href: string;
  stream_href: string;
  score_href: string;
  audit_href: string;
  /** The newest checkpoint of the transparency log. Keep one with the receipt. */
  checkpoint_href: string;
  receipt: Receipt;
};

export type Summary = {
  id: string;
  ruleset: string;
  ruleset_version: number;
  /** sha256:… of the board's canonical JSON. */
  board: string;
  /** Null: a custom board. */
  board_name: string | null;
  options: Options;
  order: string;
  visibility: string;
  practice: boolean;
  /** The bot that plays for a late seat, if the creator named one. */
  stand_in?: string;
  /** How long bots think about a decision, if the creator set it. */
  bot_milliseconds?: number;
  /** Seconds that bots wait for answers of people, if the creator set it. */
  bot_patience?: number;
  /** Whether bot accounts may take a seat without an invitation. */
  bots_welcome: boolean;
  /** True if the game was played on another server, which signed it. */
  imported?: boolean;
  /** True if you created the game. Then you can invite to its free seats. */
  created_by_me?: boolean;
  status: "open" | "running" | "scoring" | "finished" | "aborted";
  version: number;
  /** The hash of the last event. */
  head: string;
  commitment: string;
  seats: (Seat)[];
  turn_order: (number)[];
  awaiting: (number)[];
  /** The decisions of the seats in `awaiting`, in the same order. */
  decisions: (Decision)[];
  /** If the game has not started by then, the server ends it. */
  open_until?: string;
  /** After so many days without an event the server ends the running game. */
  idle_days?: number;
  /** Left out: the game has no clock. */
  clock?: Clock;
  /** The deadlines of the awaited seats. */
  deadlines?: (Deadline)[];
  /** The clocks that are paused, if any. */
  paused?: (Pause)[];
  /** The result, if the game is finished. */
  result?: (Placing)[];
  created_at: string;
  changed_at: string;
  href: string;
  state_href: string;
  legal_href: string;
  events_href: string;
  stream_href: string;
  score_href: string;
  audit_href: string;
};

export type GameList = {
  items: (Summary)[];
  /** The address of the next page. */
  next: string | null;
};

/** Take a seat, with an optional nonce and colour. `invitation`: the token that you received, if any. */
export type Join = {
  nonce?: string | null;
  colour?: string | null;
  invitation?: string | null;
};

export type OpenedPart = {
  part: number;
  salt: string;
  value: Secret;
};

export type OpenedCommand = {
  salt: string;
  body: AnyCommand;
};

/** One event as you may see it. */
export type Line = {
  version: number;
  hash: string;
  envelope: Event;
  parts: (OpenedPart)[];
  command?: OpenedCommand;
};

export type Outcome = {
  /** The newest checkpoint of the transparency log. Keep one with the receipt. */
  checkpoint_href: string;
  version: number;
  events: (Line)[];
  awaiting: (number)[];
  receipt: Receipt;
};

/** An empty body. */
export type NothingSaid = Record<string, never>;

/** The bot that takes the seat. Left out: the `stand_in` of the game, or else `greedy`. */
export type Resign = {
  bot?: string | null;
};

export type Token = {
  /** Shown once. It can play this seat and do nothing else. */
  token: string;
  game: string;
  seat: number;
};

/** An invitation to one seat. The server shows its token only once, when it is created. */
export type Invitation = {
  id: string;
  game: string;
  seat: number;
  status: "waiting" | "used" | "revoked" | "expired";
  /** True if the holder of the seat passes it on; false if the seat is free. */
  passes_on: boolean;
  /** The only account that may use it. Left out: any account with the token. */
  account?: string;
  created_at: string;
  expires_at: string;
  /** Its creator can revoke it here, with DELETE. */
  href: string;
};

export type Invitations = {
  items: (Invitation)[];
};

/** Invite to a seat: either one account, which needs no token, or any account that has the token. */
export type Invite = {
  account?: string | null;
  /** How long it is valid: an ISO 8601 duration of up to 30 days. */
  lasts?: string;
};

export type MadeInvitation = {
  id: string;
  game: string;
  seat: number;
  status: "waiting" | "used" | "revoked" | "expired";
  /** True if the holder of the seat passes it on; false if the seat is free. */
  passes_on: boolean;
  /** The only account that may use it. Left out: any account with the token. */
  account?: string;
  created_at: string;
  expires_at: string;
  /** Its creator can revoke it here, with DELETE. */
  href: string;
  /** Shown once. Left out if the invitation is for an account. */
  token?: string;
  /** For a browser. The token follows `#`, which browsers do not send to the server. */
  link: string;
};

/** An invitation as the invited account sees it. */
export type Invited = {
  id: string;
  game: string;
  seat: number;
  status: "waiting" | "used" | "revoked" | "expired";
  /** True if the holder of the seat passes it on; false if the seat is free. */
  passes_on: boolean;
  /** The only account that may use it. Left out: any account with the token. */
  account?: string;
  created_at: string;
  expires_at: string;
  /** Its creator can revoke it here, with DELETE. */
  href: string;
  /** The summary of the game, also of a private one. */
  summary: Summary;
};

export type MyInvitations = {
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
  name?: string | null;
  nonce?: string | null;
  colour?: string | null;
};

/** The seat that you have now. `account`: the new account and its key, if you sent no key. */
export type Accepted = {
  game: string;
  seat: number;
  account?: OpenedAccount;
  outcome: Outcome;
};

/** The position from which a practice game starts. */
export type Branch = {
  /** The last version of a commit since the start. */
  version: number;
};

export type ToldFact = {
  type: string;
  data: JsonValue;
  /** The event as a sentence, as in the story. */
  sentence: string;
};

export type DryRun = {
  dry_run: boolean;
  /** The version at which the command was tried. */
  version: number;
  events: (ToldFact)[];
  /** True if a draw or something hidden decides what follows. */
  undetermined: boolean;
};

export type Legal = {
  version: number;
  seat: number;
  awaiting: (number)[];
  /** Left out with `sample` and on further pages. */
  options?: (Option)[];
  /** Complete commands that you can send as they are, with `expand` or `sample`. */
  commands?: (Command)[];
  /** True if there may be more commands. Then `next` is their address. */
  truncated?: boolean;
  /** The address of further commands, or null. */
  next?: string | null;
};

/** The bot that gives the hint. Left out: the strongest bot of the ruleset. */
export type AskHint = {
  bot?: string | null;
  seat?: number | null;
};

export type Progress = {
  /** The current step; empty before the job starts. */
  step: string;
  done: number;
  /** The total number of versions, games or decisions; 0 if not known yet. */
  of: number;
};

export type Flaw = {
  /** The check that found the flaw. */
  check: string;
  version: number | null;
  message: string;
};

export type AuditReport = {
  good: boolean;
  game: string;
  version: number;
  hash: string;
  ended: boolean;
  /** The rules give the same events again for versions 1 to this one. */
  decided_again: number;
  /** The newest version that is proved to be in the transparency log. */
  logged: number | null;
  /** The newest version whose checkpoint satisfies your policy about witnesses. */
  witnessed: number | null;
  flaws: (Flaw)[];
  /** What was not checked, and why. */
  unchecked: (string)[];
  /** Remarks that are not flaws. */
  remarks: (string)[];
  seconds: number;
};

export type MadeFile = {
  href: string;
  bytes: number;
  games: number;
  events: number;
  /** Send it as `cursor` of the next export to continue from here. */
  next: string | null;
};

export type Candidate = {
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
  /** The best commands first, whether a higher or a lower value is better. Six at most. */
  candidates: (Candidate)[];
  /** How many commands the bot compared. */
  considered: number;
};

export type Hint = {
  game: string;
  /** The version of the game for which the hint is. */
  version: number;
  seat: number;
  bot: string;
  /** Null: the bot would wait for other seats. */
  command: JsonValue;
  /** Null: the bot gives no reasons. */
  reasons: Reasons | null;
};

export type Analysed = {
  game: string;
  /** How many decisions were judged. */
  decisions: number;
  /** The address of the analysis. */
  href: string;
};

export type Job = {
  id: string;
  kind: "audit" | "export" | "hint" | "analysis";
  status: "waiting" | "running" | "done" | "failed";
  href: string;
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
  created_at: string;
  ended_at: string | null;
  /** When the server deletes the job. */
  expires_at: string;
};

export type Refusal = {
  at: string;
  seat: number;
  /** The version of the game at that time. */
  version: number;
  /** The first 2000 bytes of the request body. */
  sent: string;
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
  to?: number | null;
  seat?: number | null;
  /** Ask all people at the table: each must make the same call. */
  together?: boolean;
};

export type Votes = {
  agreed: (number)[];
  missing: (number)[];
};

/** Pause all clocks, if all people at the table agree. With a seat: pause its clock for a vacation. */
export type PauseRequest = {
  seat?: number | null;
  until?: string | null;
};

/** End the pause of all clocks. With a seat: end its vacation. */
export type Resume = {
  seat?: number | null;
};

export type Agreement = {
  agreed: (number)[];
  missing: (number)[];
  about: "abort" | "undo" | "pause";
  /** For an undo: the version to go back to. */
  to?: number;
  /** For an undo: the version of the game at which the vote is valid. */
  version?: number;
  /** For a pause: when the clocks run again at the latest. */
  until?: string;
};

export type Agreements = {
  version: number;
  items: (Agreement)[];
};

/** An event that would happen. It is not stored and not sealed. */
export type Fact = {
  type: string;
  data: JsonValue;
};

export type SeatScore = {
  seat: number;
  total: number;
  rank: number;
  breakdown: Record<string, number>;
};

/** Some points of a seat, and the rule that gives them. */
export type LedgerLine = {
  seat: number;
  points: number;
  category: string;
  rule: string;
  version?: number;
  about: (string)[];
};

export type Score = {
  final: boolean;
  version: number;
  seats: (SeatScore)[];
  ledger: (LedgerLine)[];
};

export type WhatIf = {
  version: number;
  /** True if the game has ended: then its own draws were used. */
  determined: boolean;
  events: (Fact)[];
  state: State;
  awaiting: (number)[];
  score: Score;
};

export type StateAnswer = {
  game: string;
  version: number;
  /** True if a commit ends at this version. Players can act only at such versions. */
  settled: boolean;
  status: string;
  /** The seats whose view this is. */
  as: (number)[];
  awaiting: (number)[];
  state_format: string;
  state: State | null;
  state_hash: string;
};

/** One operation of a JSON Patch (RFC 6902). */
export type PatchOperation = {
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
  items: (Line)[];
  /** The current version of the game. */
  version: number;
  status: string;
  /** The address of the next page. */
  next: string | null;
  /** Only if the log is damaged. */
  damaged?: Damaged;
};

/** An event as a sentence. */
export type Sentence = {
  version: number;
  at: string;
  /** The seat that caused the event; null: the system. */
  seat: number | null;
  /** The seat that the sentence is about. Left out: no seat. */
  subject?: number;
  sentence: string;
  /** True if a commit ends with this event. Players can act only at such versions. */
  settled: boolean;
  /** The rule that the event follows. */
  rule?: string;
  rule_href?: string;
  /** The reasons for the next decision. Shown after the end. */
  note?: JsonValue;
};

export type Story = {
  items: (Sentence)[];
  version: number;
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
  bot: string;
  revision: number;
  /** The unit of the costs, which are in hundredths. */
  unit: string;
};

export type SeatAnalysis = {
  seat: number;
  /** How many decisions of the seat were judged. */
  decisions: number;
  /** In how many of them the judge found nothing better. */
  agreed: number;
  /** In hundredths of `judge.unit`, for all decisions together. */
  cost: number;
  /** How many decisions missed a win or a chance. */
  missed: number;
};

export type Verdict = {
  /** The version of the game before the decision. */
  version: number;
  seat: number;
  /** The bot that decided; null: a person. */
  bot: string | null;
  /** The command that was sent. */
  sent: Command;
  /** What the judge would have sent. */
  best: Command;
  /** In hundredths of `judge.unit`. Null: the judge cannot say how much. */
  cost: number | null;
  /** What the cost does not show. `win`: another command could have won the game in this turn. `chance`: the command ended the game with a loss, and another one would not have. The cost ignores who wins, so it may be small or 0. */
  missed: "win" | "chance" | null;
  /** What the player or bot noted about this decision, if anything. */
  note?: JsonValue;
};

export type Analysis = {
  game: string;
  /** Null: no client has requested an analysis. */
  judge: Judge | null;
  /** How many decisions the game had; 0 without a judge. */
  decisions: number;
  /** How many decisions were judged; fewer than `decisions` until the job is done. */
  judged: number;
  seats: (SeatAnalysis)[];
  items: (Verdict)[];
  next: string | null;
};

/** A receipt, with the newest checkpoint of the transparency log and the proof. */
export type Head = {
  format: string;
  game: string;
  version: number;
  hash: string;
  at: string;
  command: string;
  key: string;
  signature: string;
  /** The newest checkpoint of the transparency log. Keep one with the receipt. */
  checkpoint_href: string;
  /** The newest checkpoint (a signed note), if there is one. */
  checkpoint?: string;
  /** The tlog-proof that the checkpoint contains the newest leaf of the game up to this version. */
  proof?: string;
};

export type Origin = {
  /** The first version of the commit. */
  first: number;
  at: string;
  /** The id of the key or token; null: the system. */
  credential: string | null;
  /** The start of the User-Agent header. */
  client: string;
  /** The id of the request, or the action of the system. */
  cause: string;
};

export type Origins = {
  items: (Origin)[];
  /** The address of the next page. */
  next: string | null;
};

/** End the game. Only administrators must give a reason. */
export type Abort = {
  reason?: string | null;
};

export type AuditGame = {
  id: string;
  ruleset: string;
  version: number;
  /** The hash of the last event. */
  head: string;
  status: "open" | "running" | "scoring" | "finished" | "aborted";
  visibility: "public" | "unlisted" | "private";
  changed_at: string;
  href: string;
  /** The address of its audit bundle. */
  audit_href: string;
};

export type AuditGames = {
  items: (AuditGame)[];
  /** The address of the next page. */
  next: string | null;
  /** Keep it. Send it later to list only games that changed since. */
  cursor: string | null;
};

/** The games that an archive should contain. Without any field: all finished games. */
export type AskedExport = {
  since?: string | null;
  cursor?: string | null;
  ruleset?: string | null;
  /** all: also running games, as a spectator sees them, and aborted games. */
  status?: "finished" | "all";
  /** Export the imported games instead of those played here. */
  imported?: boolean;
};

export type Webhook = {
  id: string;
  url: string;
  types: ("turn.started" | "decision.pending" | "decision.reminder" | "game.started" | "game.ended" | "seat.changed" | "seat.invited")[];
  format: "cloudevents" | "discord" | "slack" | "ntfy";
  game: string | null;
  created_at: string;
  failing_since: string | null;
  disabled_at: string | null;
  disabled_why: string | null;
};

export type Webhooks = {
  items: (Webhook)[];
};

/** A webhook to add. The holder of a seat gets the messages about it. */
export type WebhookRequest = {
  /** The address that gets the messages: https, on a public host. */
  url: string;
  types?: ("turn.started" | "decision.pending" | "decision.reminder" | "game.started" | "game.ended" | "seat.changed" | "seat.invited")[];
  game?: string | null;
  /** The format of messages: CloudEvents, or text for a webhook URL of Discord, Slack or ntfy. */
  format?: "cloudevents" | "discord" | "slack" | "ntfy";
};

export type SecretWebhook = {
  id: string;
  url: string;
  types: ("turn.started" | "decision.pending" | "decision.reminder" | "game.started" | "game.ended" | "seat.changed" | "seat.invited")[];
  format: "cloudevents" | "discord" | "slack" | "ntfy";
  game: string | null;
  created_at: string;
  failing_since: string | null;
  disabled_at: string | null;
  disabled_why: string | null;
  /** Signs messages (Standard Webhooks). Shown once, never again. */
  secret: string;
};

export type Delivery = {
  id: string;
  type: string;
  status: "pending" | "delivered" | "failed";
  attempts: number;
  created_at: string;
  /** The time of the next attempt; null if the delivery has succeeded or failed for good. */
  next_at: string | null;
  /** The exact text of the message. */
  body: string;
};

export type Deliveries = {
  items: (Delivery)[];
  /** The address of the next page. */
  next: string | null;
};

export type Attempt = {
  number: number;
  at: string;
  status: number | null;
  error: string | null;
  milliseconds: number;
};

export type TriedDelivery = {
  id: string;
  type: string;
  status: "pending" | "delivered" | "failed";
  attempts: number;
  created_at: string;
  /** The time of the next attempt; null if the delivery has succeeded or failed for good. */
  next_at: string | null;
  /** The exact text of the message. */
  body: string;
  tried: (Attempt)[];
};

export type Alive = {
  status: string;
};

export type Ready = {
  status: "ready" | "degraded";
  postgres: boolean;
  /** Whether Redis answers and has free memory. */
  redis: boolean;
  /** Whether the disk has enough free space. */
  disk: boolean;
  /** False if a worker refuses to sign the transparency log. */
  signing: boolean;
};

export type PublicKey = {
  id: string;
  algorithm: string;
  /** 32 bytes as hex. */
  public_key: string;
  from: string;
  until: string | null;
};

export type PublicKeys = {
  keys: (PublicKey)[];
};
