const ROUTE = /^\/([A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*)?$/

/** Whether a text is "/", or segments of letters, digits, "_" and "-", each after a slash. */
export const isRoute = (text: string): boolean => ROUTE.test(text)

/** Adds a missing leading slash to a route, so that links to it are not reported. */
export const slashed = (text: string): string => (!isRoute(text) && isRoute(`/${text}`) ? `/${text}` : text)
