// Waiting that a signal can end.

/**
 * Wait. Return early if the signal aborts.
 *
 * @param {number} milliseconds
 * @param {AbortSignal} [signal]
 * @returns {Promise<void>}
 */
export function sleep(milliseconds, signal) {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener("abort", end);
    if (signal?.aborted) end();
  });
}

/**
 * Return a signal that aborts with another one, or if `touch` is not called for some time. Call `end` afterwards.
 *
 * @param {number} milliseconds
 * @param {AbortSignal} [signal]
 */
export function watchdog(milliseconds, signal) {
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const touch = () => {
    clearTimeout(timer);
    timer = setTimeout(() => controller.abort(new Error(`nothing arrived for ${milliseconds / 1000} s`)), milliseconds);
  };
  const end = () => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  };
  signal?.addEventListener("abort", abort);
  if (signal?.aborted) abort();
  touch();
  return { signal: controller.signal, touch, end, abort: () => controller.abort() };
}
