/** Updates of query requests. They wait while the steps of a handler change the state one after the other. */
export class RequestBatch {
  private held = false
  private readonly pending = new Set<() => void>()

  /** Runs an update, or defers it until `flush`. */
  run(update: () => void): void {
    if (this.held) this.pending.add(update)
    else update()
  }

  /** Defers updates from now on. */
  hold(): void {
    this.held = true
  }

  /** Runs the deferred updates, and later ones at once. */
  flush(): void {
    this.held = false
    for (const update of this.pending) {
      this.pending.delete(update)
      update()
    }
  }

  /** Drops a deferred update, of a screen that is left. */
  discard(update: () => void): void {
    this.pending.delete(update)
  }
}
