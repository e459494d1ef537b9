import { dataEnvironment, Progress, quoted, runDataCommand, share, size, withoutPassword } from './db-command.mjs';

const usage = `Usage: npm run db:backup [-- --to <folder>]

Copies the data folder (DATA_DIR, default ./data) as it is at this moment and checks the copy; the product may be
running. A backup is a data folder: to restore it, start the product with it.

  --to <folder>  the folder for the backup; it must not exist yet. Default: <DATA_DIR>/../backups/shifa-<time>
  -h, --help     this text`;

await runDataCommand(usage, { to: { type: 'string' } }, async (values, load, signal) => {
  const { dataDir, mongodbUri } = dataEnvironment();
  if (mongodbUri) {
    throw new Error(
      `The product keeps its data in ${withoutPassword(mongodbUri)} (MONGODB_URI). Back up that server with its own ` +
        'tools (mongodump), or export the data with npm run db:export.',
    );
  }
  const { backUp, defaultBackupFolder } = await load('backup/backup.js');
  const to = values.to ?? defaultBackupFolder(dataDir, new Date());
  const progress = new Progress();
  const onProgress = (step, done, of) =>
    progress.show(
      step === 'copying' ? `Copying: ${size(done)} of at most ${size(of)}` : `Checking: ${share(done, of)} documents`,
    );
  console.log(`Backing up ${dataDir} …`);
  const backup = await backUp({ dataDir, to, signal, onProgress }).finally(() => progress.end());
  console.log(
    `Backed up to ${backup.folder}: ${size(backup.bytes)}, ${backup.collections} collections, ` +
      `${backup.documents.toLocaleString('en')} documents, each checked with its index entries.\n` +
      `To restore: stop the product, copy the backup to a new data folder (keep the backup), and start with that folder:\n` +
      `  cp -a ${quoted(backup.folder)} ${quoted(`${dataDir}-restored`)}\n` +
      `  DATA_DIR=${quoted(`${dataDir}-restored`)} npm start`,
  );
});
