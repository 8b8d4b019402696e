const ROUTE = /^\/([A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*)?$/

export const isRoute = (text: string): boolean => ROUTE.test(text)

/** A route that only lacks its slash counts with it: links to it are not blamed for that. */
export const slashed = (text: string): string => (!isRoute(text) && isRoute(`/${text}`) ? `/${text}` : text)
