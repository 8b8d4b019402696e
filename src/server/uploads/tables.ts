import type { Integer } from '../storage/integer.ts'

export interface UploadTables {
  /** The purpose an image is used for; while the row exists, the image cannot be used again. */
  upload_uses: { upload_id: string; user_id: string; purpose: string; created: Integer }
}

export const ddl = [
  `CREATE TABLE IF NOT EXISTS upload_uses (
    upload_id TEXT PRIMARY KEY REFERENCES uploads (id), user_id TEXT NOT NULL REFERENCES users (id), purpose TEXT NOT NULL, created INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`,
]
