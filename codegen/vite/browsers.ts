import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Supported browsers with their oldest version, as `build.target` takes them: "safari16.4". Source: "browserslist" of package.json. */
export function buildTargets(root: string): string[] {
  const { browserslist } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { browserslist: string[] }
  return browserslist.map((entry) => {
    const [, name, version] = /^([a-z]+) >= ([\d.]+)$/.exec(entry) ?? []
    if (name === undefined || version === undefined)
      throw new Error(`package.json: "${entry}" in browserslist is not of the form "safari >= 16.4"`)
    return name + version
  })
}
