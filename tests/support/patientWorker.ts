import { ForksPoolWorker, type PoolOptions, type PoolRunnerInitializer, type WorkerRequest } from 'vitest/node'

/** The part of a message of a worker that is read here. */
interface Response {
  __vitest_worker_response__: true
  type: string
  error?: unknown
}

const responseOf = (type: string, error?: unknown): Response => ({
  __vitest_worker_response__: true,
  type,
  ...(error !== undefined && { error }),
})

/**
 * A process for test files that may start slowly. Vitest fails a file whose process has not started within 60 s, which a busy machine cannot
 * always do, and has no option for it. This one reports its start at once, and gets its first file when it has started.
 */
class PatientWorker extends ForksPoolWorker {
  override readonly name = 'patient forks'
  readonly #listeners = new Set<(response: Response) => void>()
  /** Requests for files, while the process starts. */
  #waiting: WorkerRequest[] | undefined

  override on(event: string, callback: (message: unknown) => void): void {
    if (event === 'message') this.#listeners.add(callback)
    super.on(event, callback)
  }

  override off(event: string, callback: (message: unknown) => void): void {
    if (event === 'message') this.#listeners.delete(callback)
    super.off(event, callback)
  }

  override send(message: WorkerRequest): void {
    const { type } = message
    if (this.#waiting && (type === 'run' || type === 'collect')) return void this.#waiting.push(message)
    super.send(message)
    if (type !== 'start') return
    this.#waiting = []
    const started = (response: Response): void => {
      if (response.type !== 'started') return
      super.off('message', started)
      const waiting = this.#waiting ?? []
      this.#waiting = undefined
      for (const request of waiting)
        if (response.error === undefined) super.send(request)
        else this.#report(responseOf('testfileFinished', response.error))
    }
    super.on('message', started)
    this.#report(responseOf('started'))
  }

  #report(response: Response): void {
    for (const listener of this.#listeners) listener(response)
  }
}

export const patientForks: PoolRunnerInitializer = {
  name: 'patient forks',
  createPoolWorker: (options: PoolOptions) => new PatientWorker(options),
}
