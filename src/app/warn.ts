/** What went wrong at a place of a screen, for whoever looks at the console: the reader is told on the screen itself. */
export const warn = (error: unknown, at: string): void => console.warn(`placard: ${at}`, error)
