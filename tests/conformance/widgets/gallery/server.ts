import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { createServer, type ViteDevServer } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The gallery on a separate port, apart from the app: nothing of it is in the product's build. */
export async function serveGallery(port: number): Promise<ViteDevServer> {
  const server = await createServer({
    configFile: false,
    root: at('.'),
    cacheDir: at('../../../../node_modules/.vite-gallery'),
    plugins: [react()],
    server: { port, strictPort: true, host: '127.0.0.1', hmr: false, fs: { allow: [at('../../../../')] } },
    optimizeDeps: { entries: ['main.tsx', '../../../../src/{engine,product}/widgets/*/*.tsx', '!**/*.test.tsx'] },
    logLevel: 'warn',
  })
  await server.listen()
  return server
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const server = await serveGallery(Number(process.env.PORT ?? 4200))
  server.printUrls()
}
