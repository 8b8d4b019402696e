/** Numbers specified by the product's owner. Fees and limits of amounts belong to the server and are not here. */
export const PASSWORD_LENGTH = { min: 6, max: 16 } as const
export const PHONE_MIN_DIGITS = 6
export const CODE_DIGITS = 6
export const CODE_RESEND_SECONDS = 60
export const REQUEST_TIMEOUT_MS = 60_000
export const UPLOAD_TIMEOUT_MS = 60_000
export const DOWNLOAD_TIMEOUT_MS = 60_000
export const LOADING_DELAY_MS = 200
export const PAGE_TIMEOUT_MS = 60_000
export const CHUNK_TIMEOUT_MS = 120_000
export const ROUTER_BASE = '/h5/'
export const DEFAULT_LANGUAGE = 'en'
export const TOAST_MS = 2_000
export const MESSAGE_MS = 3_000
/** A notification with a button. */
export const NOTICE_MS = 8_000
export const TEXTAREA_LENGTH = 140
export const THROTTLE_MS = 500
export const SOCKET_RECONNECT_MS = 1_000
export const SOCKET_RECONNECT_MAX_MS = 5_000
export const SOCKET_TIMEOUT_MS = 20_000
/** Silence of the live connection after which prices are marked as old. */
export const STALE_AFTER_MS = 3_000

/** File with the operator key in the folder of the server's data. */
export const OPERATOR_KEY_FILE = 'operator.key'

/** Live values are rendered at most once in this time, in milliseconds: a market of many symbols ticks more often than a user reads. */
export const LIVE_GAP_MS = 200
