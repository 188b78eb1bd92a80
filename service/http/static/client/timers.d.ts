/**
 * Wait. Return early if the signal aborts.
 *
 * @param {number} milliseconds
 * @param {AbortSignal} [signal]
 * @returns {Promise<void>}
 */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
/**
 * Return a signal that aborts with another one, or if `touch` is not called for some time. Call `end` afterwards.
 *
 * @param {number} milliseconds
 * @param {AbortSignal} [signal]
 */
export function watchdog(milliseconds: number, signal?: AbortSignal): {
    signal: AbortSignal;
    touch: () => void;
    end: () => void;
    abort: () => void;
};
