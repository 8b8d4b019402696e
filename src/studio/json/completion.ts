import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import type { Tooltip } from '@codemirror/view'
import { getLocation } from 'jsonc-parser'
import type { Json } from '../../core/program.ts'
import { nodeAt, parse, placeAt, sourceAt, toPath, type Place } from '../model/document.ts'
import type { Workspace } from '../model/workspace.ts'
import { schemasAt, type Schema } from './schemaAt.ts'

const isScreen = (file: string): boolean => /^screens\/(?!shell)/.test(file)

/** Completes names and values from the schema of the screen language. */
export function complete(context: CompletionContext, workspace: Workspace, file: string): CompletionResult | null {
  const { schema, locales } = workspace.get()
  if (!schema || !isScreen(file)) return null
  const text = context.state.doc.toString()
  const location = getLocation(text, context.pos)
  const { previousNode, isAtPropertyKey } = location
  const isInString = previousNode?.type === 'string' && context.pos > previousNode.offset
  if (!isInString && !context.explicit && !/[{,:[]\s*$/.test(text.slice(Math.max(0, context.pos - 3), context.pos)))
    return null
  const from = isInString ? previousNode.offset : context.pos
  const to = isInString ? previousNode.offset + previousNode.length : context.pos
  const value = parse(text)
  const place = location.path.filter((one) => one !== '').join('/')
  const holder = isAtPropertyKey ? location.path.slice(0, -1).join('/') : place
  const schemas = schemasAt(schema, value, toPath(holder))
  const options = isAtPropertyKey ? names(schemas, text, holder) : values(schemas, locales.en ?? {})
  if (options.length === 0) return null
  return { from, to, options, validFor: /^"[^"]*"?$/ }
}

function names(schemas: readonly Schema[], text: string, holder: Place): Completion[] {
  const node = nodeAt(parse(text), holder)
  const present = new Set(node?.children?.map(({ children }) => String(children?.[0]?.value)))
  const found = new Map<string, Completion>()
  for (const { properties = {}, required = [] } of schemas)
    for (const [name, property] of Object.entries(properties))
      if (!present.has(name) && !found.has(name))
        found.set(name, {
          label: `"${name}"`,
          apply: `"${name}": `,
          type: 'property',
          detail: required.includes(name) ? 'required' : typeName(property),
          ...(property.description !== undefined && { info: property.description }),
          boost: required.includes(name) ? 2 : 0,
        })
  return [...found.values()]
}

function values(schemas: readonly Schema[], english: Readonly<Record<string, string>>): Completion[] {
  const found = new Map<string, Completion>()
  const add = (value: Json, detail?: string): void => {
    const label = JSON.stringify(value)
    if (!found.has(label)) found.set(label, { label, type: 'constant', ...(detail !== undefined && { detail }) })
  }
  for (const schema of schemas) {
    if (schema.const !== undefined) add(schema.const, schema.description)
    schema.enum?.forEach((value, index) =>
      add(value, schema.enumDescriptions?.[index] ?? (typeof value === 'string' ? english[value] : undefined)),
    )
    if (schema.type === 'boolean') for (const value of [true, false]) add(value)
  }
  return [...found.values()]
}

function typeName({ type, enum: words, anyOf }: Schema): string {
  if (words) return words.length > 6 ? 'name' : words.map(String).join(' | ')
  if (typeof type === 'string') return type
  return anyOf ? 'value or expression' : ''
}

/** Describes the value at an offset: what the schema says of it, and the words behind a text. */
export function describe(workspace: Workspace, file: string, offset: number): Tooltip | null {
  const { schema, files, locales } = workspace.get()
  const text = files[file] ?? ''
  const place = placeAt(text, offset)
  const root = parse(text)
  const node = nodeAt(root, place)
  if (!node || place === '') return null
  const lines: string[] = []
  const source = sourceAt(text, place)
  if (node.type === 'string') {
    for (const [language, texts] of Object.entries(locales)) {
      const words = texts[String(node.value)] ?? texts[`${String(node.value)}_other`]
      if (words !== undefined) lines.push(`${language}: ${words}`)
    }
  }
  if (schema && isScreen(file))
    for (const one of schemasAt(schema, root, toPath(place)))
      if (one.description !== undefined && !lines.includes(one.description)) lines.unshift(one.description)
  if (lines.length === 0 || source === undefined) return null
  return {
    pos: offset,
    above: true,
    create() {
      const dom = document.createElement('div')
      dom.className = 'cm-hover'
      dom.textContent = lines.join('\n')
      return { dom }
    },
  }
}
