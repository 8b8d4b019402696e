/** The event has no facts but its name and its place. */
export interface NoFacts {
  event?: string
}
