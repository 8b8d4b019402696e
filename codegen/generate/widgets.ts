import type { JSONSchema } from 'json-schema-to-typescript'
import { checkDialect, type Schema } from './lib/schema.ts'
import { pascal, readJson, SchemaError, type Files } from './lib/files.ts'
import { units } from './lib/units.ts'
import { TypeFile } from './lib/types.ts'

interface WidgetFile {
  description: string
  version: number
  props: Schema
  slots?: Record<string, { description?: string }>
  events?: Record<string, { description?: string; detail?: Schema }>
}

async function widgetTypes(
  name: string,
  file: string,
  { description, props, slots = {}, events = {} }: WidgetFile,
): Promise<string> {
  checkDialect(props, file, 'props')
  const types = new TypeFile('src/generated/widgets')
  const members: Record<string, JSONSchema> = {}
  for (const [slot, about] of Object.entries(slots)) members[slot] = { ...about, tsType: 'ReactNode' }
  if (Object.keys(slots).length > 0) types.import('ReactNode', 'react')
  const details: [string, JSONSchema][] = []
  for (const [event, { description: about, detail }] of Object.entries(events)) {
    const type = `${name}${pascal(event)}Detail`
    if (detail) {
      checkDialect(detail, file, `events/${event}/detail`)
      details.push([type, types.read(detail, file)])
    }
    members[`on${pascal(event)}`] = {
      ...(about !== undefined && { description: about }),
      tsType: `(${detail ? `detail: ${type}` : ''}) => void | Promise<void>`,
    }
  }
  const own = types.read({ ...props, properties: props.properties ?? {} }, file)
  types.add(`${name}Props`, {
    description,
    ...own,
    tsType: undefined,
    type: 'object',
    properties: { ...own.properties, ...members },
  })
  for (const [type, schema] of details) types.add(type, schema)
  return await types.write()
}

/** Props types of every widget and argument types of every action. */
export default async function generate(root: string): Promise<Files> {
  const files: Files = new Map()
  for (const { name, file } of units(root, 'widgets')) {
    const widgetFile = readJson(root, file) as WidgetFile
    if (!widgetFile.props) throw new SchemaError(file, 'props', 'is missing')
    files.set(`src/generated/widgets/${name}.ts`, await widgetTypes(name, file, widgetFile))
  }
  for (const { name, file } of units(root, 'actions')) {
    const { description, args } = readJson(root, file) as { description: string; args?: Schema }
    if (!args) throw new SchemaError(file, 'args', 'is missing')
    checkDialect(args, file, 'args')
    const types = new TypeFile('src/generated/actions')
    types.add(`${pascal(name)}Args`, { description, ...types.read(args, file) })
    files.set(`src/generated/actions/${name}.ts`, await types.write())
  }
  return files
}
