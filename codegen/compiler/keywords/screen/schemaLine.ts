import type { ScreenKeyword } from './screenKeyword.ts'

export const schemaLine = {
  name: '$schema',
  kind: 'string',
  doc: 'Path of `schemas/screen.schema.json`, by which an editor completes and explains the file.',
  schema: () => ({ type: 'string' }),
} satisfies ScreenKeyword
