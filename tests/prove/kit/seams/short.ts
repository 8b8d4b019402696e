/** Environment variable of a short run. */
export const SHORT = 'PLACARD_SHORT'
export const isShort = process.env[SHORT] !== undefined
