/** @type {Record<string, { method: string, path: string, isKeyed?: boolean, isForm?: boolean }>} */
export const OPERATIONS: Record<string, {
    method: string;
    path: string;
    isKeyed?: boolean;
    isForm?: boolean;
}>;
