type Report = (error: unknown, where: string) => void

let current: Report = (error, where) => console.debug(`placard: ${where}`, error)

/** Reports an error after which the program goes on, such as that of a blocked storage. `where` names the operation. Browsers hide these messages by default. */
export const report: Report = (error, where) => current(error, where)

/** The receiver of the reports of this process: a server's log. */
export function setReport(next: Report): void {
  current = next
}

/** Resolves when the promise has settled. Its error is reported by the one who awaits the promise itself. */
export const settled = (promise: Promise<unknown>): Promise<void> =>
  promise.then(
    () => undefined,
    () => undefined,
  )
