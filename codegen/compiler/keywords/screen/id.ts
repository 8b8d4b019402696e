import { screenIdOf } from '../../source/folders.ts'
import type { ScreenKeyword } from './screenKeyword.ts'

export const id: ScreenKeyword = {
  name: 'id',
  kind: 'string',
  required: true,
  doc: 'Path of the file in this folder, without `.json`.',
  schema: () => ({ type: 'string' }),
  declare(value, { unit }) {
    const id = String(value?.value ?? '')
    const file = screenIdOf(unit.source.file)
    if (value && id !== file)
      unit.emit({ event: 'otherId', kind: 'screen', file: unit.source.file, id: file }, value, 'id')
    return { id }
  },
}
