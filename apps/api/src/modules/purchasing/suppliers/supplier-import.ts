import { ALL_LABORATORIES, CreateSupplierBody, type ImportSuppliersBody, type SupplierImport } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/domain/actor';
import { LabScope } from '../../../platform/domain/lab-scope';
import { UnitOfWork } from '../../../platform/mongo/unit-of-work';
import { writesRows } from '../../../platform/sheet/sheet';
import { LaboratoriesPort, type LaboratoryRow } from '../../laboratories/laboratories.port';
import { EditSuppliers, sameGstin, sameName, SUPPLIERS_LOCK } from './edit-suppliers';
import { Suppliers } from './supplier';
import type { SupplierRow } from './supplier.document';
import { supplierKey } from './supplier-key';
import { SupplierRepository } from './supplier.repository';
import { type SupplierLine, supplierSheet } from './supplier-sheet';

type ParsedSupplier = { line: SupplierLine; body: CreateSupplierBody };

/** More than the suppliers that have the same names or GSTINs as those of a file. */
const MOST_NAMESAKES = 10_000;

/** Creates suppliers from a file. */
@Injectable()
export class ImportSuppliers {
  constructor(
    private readonly suppliers: SupplierRepository,
    private readonly store: Suppliers,
    private readonly editing: EditSuppliers,
    private readonly laboratories: LaboratoriesPort,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Reads and validates the whole file.
   * @throws DomainError SHEET_UNREADABLE.
   */
  async prepare(actor: Actor, { content, ...wanted }: ImportSuppliersBody): Promise<() => Promise<SupplierImport>> {
    const { reachesAll } = actor.scope('suppliers.create');
    const lines = await supplierSheet.read(actor, content, reachesAll ? ['laboratories'] : []);
    const parsed = await this.parse(actor, lines);
    addDuplicates(lines);
    const run = async (): Promise<SupplierImport> => {
      await this.addTaken(actor, lines);
      const valid = parsed.filter(({ line }) => line.complete);
      const faults = supplierSheet.listFaults(lines);
      const answer = { applied: false, rows: lines.length, faults, created: [] };
      if (!writesRows(wanted, { valid, faults })) return answer;
      const codes = new Set(valid.flatMap(({ body }) => body.code ?? []));
      const rows: SupplierRow[] = [];
      for (const { body } of valid) {
        const row = await this.editing.newSupplier(actor, body, codes);
        rows.push(row);
        codes.add(row.code);
      }
      await this.store.records.createMany({ actor }, rows);
      const created = rows.map(({ _id, name }) => ({ _id: _id.toHexString(), name }));
      return { ...answer, applied: true, created };
    };
    return () => (wanted.dryRun ? run() : this.unitOfWork.exclusive(SUPPLIERS_LOCK, SUPPLIERS_LOCK, run));
  }

  /** Every row as a supplier to create; the others get their faults. */
  private async parse(actor: Actor, lines: readonly SupplierLine[]): Promise<ParsedSupplier[]> {
    const scope = actor.scope('suppliers.create');
    const named = lines.flatMap(({ values }) => codesIn(values.laboratories));
    const found = await this.laboratories.findByCodes([...new Set(named)]);
    const reached = found.filter(({ _id }) => scope.reaches(_id.toHexString()));
    const byCode = new Map(reached.map((laboratory) => [laboratory.code, laboratory]));
    return lines.flatMap((line) => {
      const uses = usesIn(line, byCode, scope);
      const { contact = '', phone = null, email = null } = line.values;
      if (contact === '' && (phone ?? email) !== null) line.addFault('contact', 'Enter the name of the contact');
      const { complete } = line;
      if (!complete) return [];
      const body = CreateSupplierBody.safeParse({
        ...complete,
        ...uses,
        stateCode: complete.state,
        contacts: contact === '' ? [] : [{ name: contact, role: null, phone, email }],
      });
      if (body.success) return [{ line, body: body.data }];
      for (const { path, message } of body.error.issues) line.addFault(columnOf(path), message);
      return [];
    });
  }

  /**
   * What creating one supplier refuses: codes of the network, and names and GSTINs among the suppliers that the person
   * sees.
   */
  private async addTaken(actor: Actor, lines: readonly SupplierLine[]): Promise<void> {
    const scope = actor.scope('suppliers.view');
    const codes = lines.flatMap(({ values }) => values.code ?? []);
    const gstins = lines.flatMap(({ values }) => values.gstin ?? []);
    const keys = lines.flatMap((line) => namedIn(line)?.nameKey ?? []);
    const sameCodes = await this.suppliers.findByCodes(LabScope.everywhere(), codes);
    const sameGstins = await this.suppliers.findByGstins(scope, gstins, MOST_NAMESAKES);
    const namesakes = await this.suppliers.findByKeys(scope, keys, MOST_NAMESAKES);
    const usedCodes = new Set(sameCodes.map(({ code }) => code));
    const byGstin = new Map(sameGstins.map((row) => [row.gstin, row]));
    for (const line of lines) {
      const { code, gstin = null } = line.values;
      if (code !== undefined && usedCodes.has(code)) line.addFault('code', 'Another supplier has this code');
      const branch = gstin === null ? undefined : byGstin.get(gstin);
      if (branch) line.addFault('gstin', sameGstin(branch));
      const named = namedIn(line);
      const other = named && namesakes.find((row) => isSameOne(row, named));
      if (other) line.addFault('name', sameName(`${other.name} (${other.code})`));
    }
  }
}

/** Rows that are the same supplier as an earlier row. */
function addDuplicates(lines: readonly SupplierLine[]): void {
  const earlierNames: (Named & { row: number })[] = [];
  for (const line of lines) {
    line.addRepetition('code', 'code');
    line.addRepetition('gstin', 'GSTIN');
    const named = namedIn(line);
    if (!named) continue;
    const other = earlierNames.find((one) => isSameOne(one, named));
    if (other) line.addFault('name', sameName(`Row ${other.row}`));
    earlierNames.push({ ...named, row: line.row });
  }
}

type Named = Pick<SupplierRow, 'nameKey' | 'gstin'>;

/** Two of one name are branches of one company only if both have a GSTIN. */
function isSameOne(one: Named, other: Named): boolean {
  return one.nameKey === other.nameKey && (one.gstin === null || other.gstin === null);
}

function namedIn({ values: { name, gstin = null } }: SupplierLine): Named | undefined {
  return name === undefined ? undefined : { nameKey: supplierKey(name), gstin };
}

/** The laboratories of a row. Blank means the own laboratory of the person, as in the body of a request. */
function usesIn(
  line: SupplierLine,
  byCode: ReadonlyMap<string, LaboratoryRow>,
  { reachesAll }: LabScope,
): Pick<CreateSupplierBody, 'usedByAll' | 'uses'> {
  const codes = codesIn(line.values.laboratories);
  const usedByAll = codes.includes(ALL_LABORATORIES.toUpperCase());
  if (usedByAll && !reachesAll) {
    line.addFault('laboratories', 'Only a super admin can let all laboratories use a supplier');
  }
  if (codes.length === 0 && reachesAll) {
    line.addFault('laboratories', 'Enter the codes of the laboratories that use it, or All');
  }
  if (usedByAll) return { usedByAll, uses: [] };
  const unknown = codes.find((code) => !byCode.has(code));
  if (unknown !== undefined) line.addFault('laboratories', `No laboratory has the code ${unknown}`);
  const uses = [...new Set(codes)].flatMap((code) => byCode.get(code) ?? []);
  const named = uses.map(({ _id }) => ({ laboratoryId: _id.toHexString(), leadTimeDays: null }));
  return { usedByAll, uses: codes.length === 0 ? undefined : named };
}

function codesIn(text = ''): string[] {
  return text
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter(Boolean);
}

/** The column of a fault in the body of a request. */
function columnOf([field, , part]: readonly PropertyKey[]): keyof SupplierLine['values'] {
  if (field === 'stateCode') return 'state';
  if (field === 'uses') return 'laboratories';
  if (field === 'contacts') return part === 'phone' || part === 'email' ? part : 'contact';
  return field as keyof SupplierLine['values'];
}
