import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { createServer, type ViteDevServer } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The page that draws one form, on a separate port. React logs its development warnings on it. */
export async function servePlayground(port: number, worker = 0): Promise<ViteDevServer> {
  const server = await createServer({
    configFile: false,
    root: at('.'),
    cacheDir: at(`../../../../node_modules/.vite-playground-${worker}`),
    plugins: [react()],
    server: { port, strictPort: true, host: '127.0.0.1', hmr: false, fs: { allow: [at('../../../../')] } },
    optimizeDeps: { entries: ['main.tsx', '../../../../src/engine/widgets/Form/**/*.tsx', '!**/*.test.tsx'] },
    logLevel: 'warn',
  })
  await server.listen()
  return server
}
