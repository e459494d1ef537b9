import type { Binary } from 'bson';
import { BsonType, bsonType, type Document, typeNameOf } from './bson.js';
import { bytesOf } from './compare.js';
import { toDouble } from './number.js';

/** A value in the notation of the shell, as in MongoDB's messages. */
export function describe(value: unknown): string {
  switch (bsonType(value)) {
    case BsonType.object:
      return list(
        '{}',
        Object.entries(value as Document).map(([name, item]) => `${name}: ${describe(item)}`),
      );
    case BsonType.array:
      return list('[]', (value as unknown[]).map(describe));
    case BsonType.string:
      return JSON.stringify(value);
    case BsonType.objectId:
      return `ObjectId('${String(value)}')`;
    case BsonType.date:
      return `new Date(${(value as Date).getTime()})`;
    case BsonType.double:
      return Number.isInteger(toDouble(value)) ? toDouble(value).toFixed(1) : String(value);
    case BsonType.binData:
      return describeBinary(value as Binary);
    case BsonType.int:
    case BsonType.long:
    case BsonType.bool:
      return String(value);
    case BsonType.null:
    case BsonType.undefined:
      return 'null';
    default:
      return `<${typeNameOf(value)}>`;
  }
}

function list([open = '', close = '']: string, items: readonly string[]): string {
  return items.length === 0 ? open + close : `${open} ${items.join(', ')} ${close}`;
}

function describeBinary(binary: Binary): string {
  return `BinData(${binary.sub_type}, ${Buffer.from(bytesOf(binary)).toString('hex').toUpperCase()})`;
}
