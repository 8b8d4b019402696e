import type { Integer } from '../db.ts'

export interface UploadTables {
  /** What a picture was sent in for; while it stands, the same picture is not taken again. */
  upload_uses: { upload_id: string; user_id: string; purpose: string; created: Integer }
}

export const ddl = [
  `CREATE TABLE IF NOT EXISTS upload_uses (
    upload_id TEXT PRIMARY KEY REFERENCES uploads (id), user_id TEXT NOT NULL REFERENCES users (id), purpose TEXT NOT NULL, created INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`,
]
