import type { Selectable } from 'kysely'
import { identity, integer, table, text, type TableTypes } from '../../../kit/storage/table.ts'

export const settingsTables = {
  /** Versions of the settings. The last row is in force; its sections replace those of the operator's file. */
  settings_versions: table({
    columns: {
      version: identity(),
      /** The replaced sections by name, as JSON. */
      overrides: text(),
      /** Names of the sections that this version changed, separated by spaces. */
      sections: text(),
      operator: text(),
      reason: text(),
      created: integer(),
    },
    appendOnly: true,
  }),
}

type Tables = TableTypes<typeof settingsTables>
export type SettingsRow = Selectable<Tables['settings_versions']>
