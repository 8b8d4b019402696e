/** Logs an error and its path in a screen to the console. The screen itself notifies the user. */
export const warn = (error: unknown, at: string): void => console.warn(`placard: ${at}`, error)
