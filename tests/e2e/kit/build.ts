import { isBuildStale, root, run } from '../../../codegen/commands/setup.mjs'

/** A build named by PLACARD_DIST is served as it is; the project's own is built anew when it is old. */
export default function build(): void {
  if (process.env.PLACARD_DIST !== undefined || !isBuildStale()) return
  if (run(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], { cwd: root }) !== 0) throw new Error('The build failed.')
}
