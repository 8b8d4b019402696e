import type { PartKeyword } from './partKeyword.ts'

export const id: PartKeyword = {
  name: 'id',
  kind: 'string',
  required: true,
  doc: 'Path of the file in `parts/`, without `.json`.',
  declare(value, { unit }) {
    if (value) unit.mention({ kind: 'part', name: String(value.value) }, value, { declares: true })
    if (value && value.value !== unit.id)
      unit.emit({ event: 'otherId', kind: 'part', file: unit.source.file, id: unit.id }, value, 'id')
  },
}
