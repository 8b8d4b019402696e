import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import type { Tooltip } from '@codemirror/view'
import { getLocation } from 'jsonc-parser'
import type { Json } from '../../engine/language/expressions/program.ts'
import { nodeAt, parse, placeAt, sourceAt, toPath, type Place } from '../model/document.ts'
import type { JsonSchema } from '../compiler/protocol.ts'
import type { Workspace } from '../model/workspace.ts'
import { signatures } from '../../../codegen/compiler/product.ts'
import { typeOf } from '../reference/sections.ts'
import { schemasAt, type Schema } from './schemaAt.ts'
import { namesInScope, typeAt, type Typed } from './scope.ts'

const isScreen = (file: string): boolean => /^screens\/(?!shell)/.test(file)

/** The schema of a file: of the screen language, or of the fixtures of a screen. */
function schemaOf(workspace: Workspace, file: string): JsonSchema | null {
  const { schema, fixtureSchemas } = workspace.get()
  return isScreen(file) ? schema : (fixtureSchemas[file] ?? null)
}

/** Completes names and values from the schema of the screen language. */
export function complete(context: CompletionContext, workspace: Workspace, file: string): CompletionResult | null {
  const { locales, files } = workspace.get()
  const schema = schemaOf(workspace, file)
  if (!schema) return null
  const text = context.state.doc.toString()
  const location = getLocation(text, context.pos)
  const { previousNode, isAtPropertyKey } = location
  const isInString = previousNode?.type === 'string' && context.pos > previousNode.offset
  if (!isInString && !context.explicit && !/[{,:[]\s*$/.test(text.slice(Math.max(0, context.pos - 3), context.pos)))
    return null
  if (isScreen(file) && isInString && !isAtPropertyKey && text[previousNode.offset + 1] === '=')
    return completeExpression(context, namesInScope(text, placeAt(text, context.pos), files), files)
  const from = isInString ? previousNode.offset : context.pos
  const to = isInString ? previousNode.offset + previousNode.length : context.pos
  const value = parse(text)
  const place = location.path.filter((segment) => segment !== '').join('/')
  const holder = isAtPropertyKey ? location.path.slice(0, -1).join('/') : place
  const schemas = schemasAt(schema, value, toPath(holder))
  const options = isAtPropertyKey ? names(schemas, text, holder) : values(schemas, locales.en ?? {})
  if (options.length === 0) return null
  return { from, to, options, validFor: /^"[^"]*"?$/ }
}

/** Completes names, their members and functions within an expression, each with its type. */
export function completeExpression(
  context: CompletionContext,
  names: ReadonlyMap<string, Typed>,
  files: Readonly<Record<string, string>>,
): CompletionResult | null {
  const before = context.state.sliceDoc(Math.max(0, context.pos - 200), context.pos)
  const [written = ''] = /[A-Za-z_][\w.]*$/.exec(before) ?? []
  const dot = written.lastIndexOf('.')
  if (dot >= 0) {
    const holder = typeAt(written.slice(0, dot), names, files)
    const members = Object.entries(holder?.schema.properties ?? {})
    return members.length === 0
      ? null
      : {
          from: context.pos - (written.length - dot - 1),
          options: members.map(([label, schema]) => ({
            label,
            type: 'property',
            detail: typeOf(schema),
            ...(schema.description !== undefined && { info: schema.description }),
          })),
          validFor: /^\w*$/,
        }
  }
  // Beside a finished word, number or text, a list of names covers the sentence and fits nothing.
  if (written === '' && !context.explicit) return null
  const values = [...names].map(([label, { schema }]) => ({
    label,
    type: 'variable',
    detail: typeOf(schema),
    ...(schema.description !== undefined && { info: schema.description }),
    boost: 1,
  }))
  const functions = Object.entries(signatures).map(([label, { params, result, doc }]) => ({
    label,
    type: 'function',
    detail: `(${params.join(', ')}) → ${result}`,
    info: doc,
  }))
  return { from: context.pos - written.length, options: [...values, ...functions], validFor: /^\w*$/ }
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

/**
 * Describes the value at an offset of what is shown from `start` of the file on: the type of the expression there, what the schema says of
 * it, and the words behind a text.
 */
export async function describe(workspace: Workspace, file: string, shown: number, start = 0): Promise<Tooltip | null> {
  const offset = shown + start
  const { files, locales } = workspace.get()
  const schema = schemaOf(workspace, file)
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
  if (schema)
    for (const description of descriptionsOf(schemasAt(schema, root, toPath(place)), node.value))
      if (!lines.includes(description)) lines.unshift(description)
  const word = node.type === 'string' && text[node.offset + 1] === '=' ? wordAt(text, offset) : undefined
  const about =
    word === undefined ? undefined : typeAt(word, namesInScope(text, place, files), files)?.schema.description
  if (about !== undefined) lines.unshift(about)
  const typed = await typeInWords(workspace, file, offset)
  if (typed !== '') lines.unshift(typed)
  if (lines.length === 0 || source === undefined) return null
  return {
    pos: shown,
    above: true,
    create() {
      const dom = document.createElement('div')
      dom.className = 'cm-hover'
      dom.textContent = lines.join('\n')
      return { dom }
    },
  }
}

/** The expression at an offset of a file with its type: "info.ways: a list of object (way)"; "" outside of expressions. */
export async function typeInWords({ compiler, get }: Workspace, file: string, offset: number): Promise<string> {
  const text = get().files[file] ?? ''
  if (!isScreen(file)) return ''
  const found = await compiler.typeAt(file, offset)
  return found ? `${text.slice(found.start, found.end)}: ${found.type}` : ''
}

/** Descriptions of a value in schemas. Of alternatives with one value each, only that of this value. */
export const descriptionsOf = (schemas: readonly Schema[], value: unknown): string[] =>
  schemas.flatMap(({ const: only, description }) =>
    description !== undefined && (only === undefined || only === value) ? [description] : [],
  )

/** The path of names that ends at the word at an offset: "info.ways". */
function wordAt(text: string, offset: number): string | undefined {
  const [before = ''] = /[\w.]*$/.exec(text.slice(Math.max(0, offset - 200), offset)) ?? []
  const [after = ''] = /^\w*/.exec(text.slice(offset)) ?? []
  return before + after === '' ? undefined : before + after
}
