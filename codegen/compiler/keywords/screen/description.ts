import type { ScreenKeyword } from './screenKeyword.ts'

export const description = {
  name: 'description',
  kind: 'string',
  doc: 'What the file is for, for its authors.',
  schema: () => ({ type: 'string' }),
} satisfies ScreenKeyword
