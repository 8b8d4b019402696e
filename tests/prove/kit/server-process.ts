import { join } from 'node:path'
import { startServer as start, type ServerProcess } from '../../e2e/kit/server.ts'

export type { ServerProcess } from '../../e2e/kit/server.ts'

/** The server as people meet it, behind a proxy, without the app and the levers for tests, on a folder. `env`: its other settings. */
export const serve = (data: string, env: Readonly<Record<string, string>> = {}): Promise<ServerProcess> =>
  start({ HOST: '127.0.0.1', PLACARD_DATA: data, PLACARD_DIST: join(data, 'none'), SANDBOX: '0', TRUST_PROXY: '1', ...env })
