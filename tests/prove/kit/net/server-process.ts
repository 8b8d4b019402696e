import { startServer as start, type ServerProcess } from '../../../e2e/kit/net/server.ts'

export type { ServerProcess } from '../../../e2e/kit/net/server.ts'

/** Starts the server behind a proxy, without app and sandbox endpoints, on a data folder. `env`: additional settings. */
export const serve = (data: string, env: Readonly<Record<string, string>> = {}): Promise<ServerProcess> =>
  start({
    HOST: '127.0.0.1',
    PLACARD_DATA: data,
    PLACARD_DIST: '',
    SANDBOX: '0',
    TRUST_PROXY: '1',
    READ_BUDGET: '0',
    ...env,
  })
