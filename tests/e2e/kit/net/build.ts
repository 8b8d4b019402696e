import { isBuildStale, root, run } from '../../../../codegen/commands/setup.mjs'

/** Uses the build of PLACARD_DIST as it is; rebuilds the project's own build if it is outdated. */
export default function build(): void {
  if (process.env.PLACARD_DIST !== undefined || !isBuildStale()) return
  if (run(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], { cwd: root }) !== 0)
    throw new Error('The build failed.')
}
