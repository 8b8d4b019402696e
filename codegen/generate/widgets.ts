import { posix } from 'node:path'
import { checkDialect, type Schema } from './lib/schema.ts'
import { HEADER, jsonFiles, pascal, readJson, SchemaError, type Files } from './lib/files.ts'
import { TypeWriter } from './lib/typescript.ts'

interface WidgetFile {
  description: string
  version: number
  props: Schema
  slots?: Record<string, { description?: string }>
  events?: Record<string, { description?: string; detail?: Schema }>
}

/** Folders <base>/<Name> with their <Name>.schema.json; a folder without one is an error. */
function folders(root: string, base: string): { name: string; file: string }[] {
  return jsonFiles(root, base, '.schema.json').map((file) => {
    const name = posix.basename(posix.dirname(file))
    if (file !== `${base}/${name}/${name}.schema.json`) throw new SchemaError(file, '', `belongs into ${base}/<name>/<name>.schema.json`)
    return { name, file }
  })
}

function doc(text: string | undefined, indent = ''): string {
  return text ? `${indent}/** ${text} */\n` : ''
}

function widgetTypes(name: string, file: string, found: WidgetFile): string {
  checkDialect(found.props, file, 'props')
  const writer = new TypeWriter(file)
  let members = writer.members(found.props, '  ')
  const slots = Object.entries(found.slots ?? {})
  for (const [slot, { description }] of slots) members += `${doc(description, '  ')}  ${slot}?: ReactNode\n`
  for (const [event, { description, detail }] of Object.entries(found.events ?? {})) {
    if (detail) checkDialect(detail, file, `events/${event}/detail`)
    members += `${doc(description, '  ')}  on${pascal(event)}?: (${detail ? `detail: ${writer.type(detail, '  ')}` : ''}) => void | Promise<void>\n`
  }
  const react = slots.length > 0 ? "import type { ReactNode } from 'react'\n" : ''
  return `${HEADER}${react}${writer.imports('../entities.ts')}\n${doc(found.description)}export interface ${name}Props {\n${members}}\n`
}

/** Props types of every widget and argument types of every action. */
export default function generate(root: string): Files {
  const files: Files = new Map()
  for (const { name, file } of folders(root, 'src/widgets')) {
    const found = readJson(root, file) as WidgetFile
    if (!found.props) throw new SchemaError(file, 'props', 'is missing')
    files.set(`src/generated/widgets/${name}.ts`, widgetTypes(name, file, found))
  }
  for (const { name, file } of folders(root, 'src/actions')) {
    const found = readJson(root, file) as { description: string; args?: Schema }
    if (!found.args) throw new SchemaError(file, 'args', 'is missing')
    checkDialect(found.args, file, 'args')
    const writer = new TypeWriter(file)
    const members = writer.members(found.args, '  ')
    const type = members === '' ? `export type ${pascal(name)}Args = Record<string, never>\n` : `export interface ${pascal(name)}Args {\n${members}}\n`
    files.set(`src/generated/actions/${name}.ts`, `${HEADER}${writer.imports('../entities.ts')}\n${doc(found.description)}${type}`)
  }
  return files
}
