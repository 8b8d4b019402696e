/** The routes of the product's screens. */
export function productRoutes(): string[]
/** The names of the product's calls that no other name is, such as `wallet/outcome`. */
export function productCalls(): string[]
/** The words of trading and the names of the product in a text, each with its line from 1. */
export function findProductNames(text: string): { line: number; name: string }[]
