/** A backup is refused. The code is for programs, the message for people. */
export class BackupError extends Error {
  override readonly name = "BackupError";
  readonly code:
    | "backup_damaged"
    | "backup_altered"
    | "backup_too_new"
    | "data_key_missing"
    | "database_not_empty"
    | "database_unreadable"
    | "folder_not_empty"
    | "object_missing"
    | "secrets_missing"
    | "setting_missing"
    | "stack_running";

  constructor(code: BackupError["code"], message: string) {
    super(message);
    this.code = code;
  }
}
