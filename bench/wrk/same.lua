-- Sends the requests of a file in turn: "METHOD PATH KEY ETAG BODY" a line; - stands for none.
local lines, at = {}, 0

function init(args)
  for line in io.lines(args[1]) do
    local method, path, key, etag, body = line:match("^(%S+) (%S+) (%S+) (%S+) (.*)$")
    local headers = {}
    if key ~= "-" then headers["Authorization"] = "Bearer " .. key end
    if etag ~= "-" then headers["If-None-Match"] = etag end
    if body ~= "-" then headers["Content-Type"] = "application/json" else body = nil end
    lines[#lines + 1] = wrk.format(method, path, headers, body)
  end
end

function request()
  at = at % #lines + 1
  return lines[at]
end

function done(summary, latency, requests)
  print(string.format('RESULT {"requests": %d, "micros": %d, "p50": %.0f, "p99": %.0f, "failed": %d}', summary.requests,
    summary.duration, latency:percentile(50), latency:percentile(99),
    summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout))
end
