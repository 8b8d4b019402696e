/** A backup or a restore that cannot be done. The message says what its operator changes. */
export class BackupError extends Error {
  override name = 'BackupError'
}
