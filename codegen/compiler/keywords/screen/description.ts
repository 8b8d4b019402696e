import type { ScreenKeyword } from './screenKeyword.ts'

export const description = {
  name: 'description',
  kind: 'string',
  doc: 'Purpose of the file, for its authors.',
  schema: () => ({ type: 'string' }),
} satisfies ScreenKeyword
