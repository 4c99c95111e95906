/**
 * Every code of the admin CLI's own, with its meaning: docs/reference/admin-cli.md is made of them. A change
 * that an operation rejects has the operation's code, as in the API.
 */
export const COMMAND_CODES = [
  [
    ["unknown_command", "unknown_parameter", "missing_parameter", "invalid_parameter"],
    "The command line is wrong. Exit code 2.",
  ],
  [
    ["setting_invalid", "setting_missing"],
    "A variable of the environment is wrong, or the command needs it. The message names it.",
  ],
  [
    ["not_found"],
    "The tenant, key, endpoint or verification does not exist. The message says how to list them.",
  ],
  [
    ["file_unreadable", "file_unwritable"],
    "The system does not open the file. The message has its path and the system's code.",
  ],
  [["file_exists"], "The file is there, and the command never replaces one: name a new file."],
  [
    ["readable_by_others"],
    "Secrets would go to a file that others may read: name the file as an argument, or `umask 077` first.",
  ],
  [["invalid_file"], "The file is of another kind, or has wrong content."],
  [["request_too_large"], "The file has too many rows: import it in parts."],
  [["file_damaged"], "A file of the data folder is damaged. The message says what to do."],
  [
    ["audit_chain_broken"],
    "An entry of the audit log was changed or is missing. The message names the entry.",
  ],
  [
    ["backup_damaged", "backup_altered"],
    "A digest or the signature of the backup does not match: use another backup.",
  ],
  [["backup_too_new"], "A newer release made the backup: restore it with that release."],
  [["object_missing"], "The store has lost images that the database names."],
  [["secrets_missing"], "A backup does not hold the keys: put `secrets.json` into the folder first."],
  [["folder_not_empty"], "The folder has data. `--force` sets them aside."],
  [["no_stack"], "The data folder holds no stack: run `npm start` once, or set `SELFSAME_DATA`."],
  [["stack_running"], "A stack runs on the data folder: stop it first."],
  [["stack_not_ready"], "A stack is starting on the data folder, or another command uses it: try again."],
  [["stack_not_running"], "The command needs a running stack: run `npm start` first."],
  [
    ["stack_only"],
    "The command works on the local stack, but `DATABASE_URL` is set. The message says what to do on a deployment.",
  ],
  [["edge_away"], "The edge does not come back: run the command again when it does."],
  [["database_away"], "The database at `DATABASE_URL` cannot be reached, or fails."],
  [["database_refused"], "The database rejects `DATABASE_AUTH_TOKEN`."],
  [["no_database"], "What answers at `DATABASE_URL` is no libSQL server: check the address."],
  [["not_migrated"], "The database has an older schema: run `npm run migrate` first."],
  [["data_key_missing"], "A master key that the data need is not in `DATA_KEYS`."],
  [["new_key_needed"], "The first of the `DATA_KEYS` wraps every key already: put a new one before it."],
  [["too_many_keys"], "There are too many master keys: drop those that wrap nothing."],
  [["gallery_away"], "The Milvus server cannot be reached, or rejects the call."],
  [
    ["file_missing", "file_corrupt", "task_missing", "calibration_invalid"],
    "A model, or its calibration, is missing or damaged.",
  ],
  [
    ["source_unreachable", "source_refused"],
    "A model's source cannot be reached, or does not have the file. The message lists what was not pulled.",
  ],
  [["no_photos"], "The folder does not hold photos of people, one folder for each."],
] as const;

export type CommandCode = (typeof COMMAND_CODES)[number][0][number];
