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

Writes a database to a folder in mongodump's layout, with types and indexes whole, for npm run db:import or MongoDB's
own mongorestore. It comes from --from, else MONGODB_URI, else the embedded database in DATA_DIR (running or not).

  --to <folder>      where to; it must not be there yet
  --from <address>   a MongoDB connection string
  --database <name>  the database; that of the address unless it is given, as the product uses it
  --no-snapshot      reads each collection when its turn comes, where the server keeps no state for long enough
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
      'Each document is whole, but this server offers no one moment for all of them: what was written meanwhile may be ' +
        'in one collection and not in another. Stop the product and export again if that matters.',
    );
  }
  console.log(
    `Exported the database ${result.database} to ${result.folder}. To bring it into another:\n` +
      `  npm run db:import -- --from ${result.folder} --to 'mongodb://…/${result.database}'`,
  );
});
