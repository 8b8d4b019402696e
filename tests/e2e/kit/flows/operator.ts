import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join as path } from 'node:path'
import type { APIRequestContext } from '@playwright/test'
import type { OperatorServer } from '../../../../src/generated/operator.ts'
import { openConnection } from '../../../../src/server/kit/storage/sqlite/sqliteDriver.ts'
import { caller } from '../net/caller.ts'
import { startServer, type ServerProcess } from '../net/server.ts'

/** A server that can be restarted with other trading settings on the same data. */
export interface Operated {
  readonly origin: string
  readonly request: APIRequestContext
  /** Restarts the server with these trading settings. */
  start(trading: OperatorServer['trading']): Promise<void>
  /** Freezes or locks an account. */
  mark(account: string, as: { frozen?: 0 | 1; locked?: 0 | 1 }): void
  stop(): Promise<void>
}

/**
 * Creates a server that starts with the first `start`; its properties throw before. The caller calls `stop`, which also deletes its
 * data.
 */
export function operated(): Operated {
  const folder = mkdtempSync(path(tmpdir(), 'placard-operated-'))
  const file = path(folder, 'operator.json')
  let served: ServerProcess | null = null
  let request: APIRequestContext | null = null
  const running = <Value>(value: Value | null | undefined): Value => {
    if (value === null || value === undefined) throw new Error('The server has not been started.')
    return value
  }
  async function end(): Promise<void> {
    await request?.dispose()
    await served?.stop()
  }
  return {
    get origin() {
      return running(served).origin
    },
    get request() {
      return running(request)
    },
    async start(trading) {
      await end()
      writeFileSync(file, JSON.stringify({ server: { trading } }))
      served = await startServer({ PLACARD_DATA: folder, PLACARD_CONFIG: file, SANDBOX: '1' })
      request = await caller(served.origin)
    },
    mark(account, { frozen = 0, locked = 0 }) {
      const db = openConnection(path(folder, 'placard.db'), { readBigInts: false })
      try {
        const { changes } = db
          .prepare('UPDATE users SET frozen = ?, locked = ? WHERE account = ?')
          .run(frozen, locked, account)
        if (changes !== 1) throw new Error(`There is no account ${account}.`)
      } finally {
        db.close()
      }
    },
    async stop() {
      await end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
