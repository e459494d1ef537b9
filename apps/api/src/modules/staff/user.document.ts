import { type PermissionOverrides, type Role, roles } from '@shifa/contract';
import { Schema, type Types } from 'mongoose';
import type { Stored } from '../../platform/mongo/scoped-repository';

export type UserStatus = 'active' | 'suspended' | 'exited';

export type UserRow = Stored & {
  employeeCode: string;
  name: string;
  /** Lower case. */
  email: string;
  phone: string | null;
  role: Role;
  department: string | null;
  designation: string | null;
  /** Null only for a super_admin. */
  laboratoryId: Types.ObjectId | null;
  status: UserStatus;
  passwordHash: string;
  mustChangePassword: boolean;
  lastLogin: Date | null;
  permissionOverrides: PermissionOverrides;
};

export const USER_MODEL = 'User';

export const userSchema = new Schema<UserRow>(
  {
    employeeCode: { type: String, required: true },
    name: { type: String, required: true },
    email: { type: String, required: true, lowercase: true },
    phone: { type: String, default: null },
    role: { type: String, enum: roles, required: true },
    department: { type: String, default: null },
    designation: { type: String, default: null },
    laboratoryId: { type: Schema.Types.ObjectId, default: null },
    status: { type: String, enum: ['active', 'suspended', 'exited'], required: true },
    passwordHash: { type: String, required: true },
    mustChangePassword: { type: Boolean, required: true },
    lastLogin: { type: Date, default: null },
    permissionOverrides: { type: Schema.Types.Mixed, default: {} },
    version: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { collection: 'users', versionKey: false, minimize: false },
);

userSchema.index({ email: 1 }, { unique: true });
userSchema.index({ employeeCode: 1 }, { unique: true });
userSchema.index({ laboratoryId: 1, status: 1, role: 1 });
