// node bundled.mjs <file.ts>: runs the exported main() of a TypeScript program from its bundle, in this process. For the server and what it starts.
import { loadBundle } from './bundle.mjs'

const { main } = await loadBundle(process.argv[2])
await main()
