-- Plays recorded games: the next command of a game is sent when the one before it was answered.
-- wrk ... -s commands.lua URL -- FILE;  FILE: "G <game> <key>" for each game, then its commands, "C <body>" each.
local waiting, games, sent, refused = {}, {}, 0, 0

function init(args)
  local game
  for line in io.lines(args[1]) do
    if line:sub(1, 2) == "G " then
      local id, key = line:match("^G (%S+) (%S+)$")
      game = {id = id, key = key, bodies = {}, at = 0}
      games[id] = game
      waiting[#waiting + 1] = game
    else
      game.bodies[#game.bodies + 1] = line:sub(3)
    end
  end
end

function request()
  local game = table.remove(waiting, 1)
  if not game then
    wrk.thread:stop()
    return wrk.format("GET", "/healthz")
  end
  game.at = game.at + 1
  sent = sent + 1
  local headers = {["Authorization"] = "Bearer " .. game.key, ["Content-Type"] = "application/json"}
  if sent % 2 == 0 then headers["Idempotency-Key"] = "load-" .. sent end
  return wrk.format("POST", "/v1/games/" .. game.id .. "/commands", headers, game.bodies[game.at])
end

function response(status, headers, body)
  if status ~= 201 then
    refused = refused + 1
    if refused <= 3 then print("refused " .. status .. " " .. body:sub(1, 300)) end
    return
  end
  local game = games[body:match('"game": ?"([0-9a-f-]+)"')]
  if game.at < #game.bodies then waiting[#waiting + 1] = game end
end

function setup(thread) threads = {thread} end

function done(summary, latency, requests)
  print(string.format('RESULT {"requests": %d, "micros": %d, "p50": %.0f, "p99": %.0f, "failed": %d}', summary.requests,
    summary.duration, latency:percentile(50), latency:percentile(99),
    summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout))
end
