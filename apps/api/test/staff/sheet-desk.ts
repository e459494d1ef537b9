import type { Failure, StaffImport } from '@shifa/contract';
import type { LaboratoryRow } from '../../src/modules/laboratories/laboratories.port';
import { type Person, TestApp } from '../test-app';

export type Answer<Data> = { success: true; data: Data; message?: string };

export const importOf = ({ body }: { body: unknown }) => (body as Answer<StaffImport>).data;
export const failureOf = ({ body }: { body: unknown }) => body as Failure;

/** A laboratory whose people come from sheets. */
export class SheetDesk {
  private constructor(
    readonly app: TestApp,
    readonly admin: Person,
    readonly laboratory: LaboratoryRow & { id: string },
    readonly labAdmin: Person,
  ) {}

  static async open(): Promise<SheetDesk> {
    const app = await TestApp.start();
    const admin = await app.person('super_admin');
    const laboratory = await app.laboratory();
    return new SheetDesk(app, admin, laboratory, await app.person('lab_admin', { laboratoryId: laboratory._id }));
  }

  close(): Promise<void> {
    return this.app.close();
  }

  send(content: Buffer, { dryRun = false, person = this.admin } = {}) {
    return this.app
      .as(person)
      .post('/api/staff/import')
      .send({ fileName: 'people', content: content.toString('base64'), dryRun });
  }

  csv(text: string, options: Parameters<SheetDesk['send']>[1] = {}) {
    return this.send(Buffer.from(text), options);
  }
}
