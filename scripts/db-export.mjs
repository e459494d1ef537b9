import {
  dataEnvironment,
  needed,
  Progress,
  runDataCommand,
  share,
  size,
  table,
  withoutPassword,
} from './db-command.mjs';

const usage = `Usage: npm run db:export -- --to <folder> [--from <mongodb://…>] [--database <name>] [--no-snapshot]

Writes a database to a folder in mongodump's layout, with all types and indexes, for npm run db:import or MongoDB's own
mongorestore. The source is --from, MONGODB_URI, or the embedded database in DATA_DIR (running or not), in that order.

  --to <folder>      the folder for the export; it must not exist yet
  --from <address>   a MongoDB connection string
  --database <name>  the database; default: the one in the address, which the product uses
  --no-snapshot      reads each collection at a different moment, for servers that cannot keep a snapshot long enough
  -h, --help         this text`;

const options = {
  to: { type: 'string' },
  from: { type: 'string' },
  database: { type: 'string' },
  'no-snapshot': { type: 'boolean', default: false },
};

await runDataCommand(usage, options, async (values, load, signal) => {
  const to = needed(values, 'to', usage);
  const { dataDir, mongodbUri } = dataEnvironment();
  const from = { uri: values.from ?? mongodbUri, dataDir };
  const { exportData } = await load('transfer/export.js');
  const progress = new Progress();
  const onProgress = (collection, done, of) => progress.show(`Exporting ${collection}: ${share(done, of)} documents`);
  console.log(`Exporting from ${from.uri ? withoutPassword(from.uri) : dataDir} …`);
  const request = { from, to, database: values.database, oneMoment: !values['no-snapshot'], signal, onProgress };
  const result = await exportData(request).finally(() => progress.end());
  const rows = result.collections.map(({ name, documents, bytes, indexes }) => [name, documents, indexes, size(bytes)]);
  console.log(table([['collection', 'documents', 'indexes', 'size'], ...rows]));
  if (!result.oneMoment) {
    console.log(
      'Each document is complete, but this server does not support snapshots: data written during the export may be ' +
        'in one collection and missing in another. If that matters, stop the product and export again.',
    );
  }
  console.log(
    `Exported the database ${result.database} to ${result.folder}. To import it into another database:\n` +
      `  npm run db:import -- --from ${result.folder} --to 'mongodb://…/${result.database}'`,
  );
});
