import {
  type EmploymentType,
  employmentTypes,
  MAX_SKILLS,
  type MessagePreferences,
  type NotificationPreferences,
  type PermissionOverrides,
  type Role,
  roles,
  type Shift,
  type StaffMember,
  type StaffStatus,
  staffStatuses,
} from '@shifa/contract';
import { Schema, type Types } from 'mongoose';
import type { Influence } from '../../platform/domain/actor';
import { MAX_SEARCH_WORDS } from '../../platform/mongo/search-words';
import type { Stored } from '../../platform/mongo/scoped-repository';
import { part, personPart, storedFields } from '../../platform/mongo/schema-parts';

/** What decides on what is sent to the person. How the product looks is stored apart; see `PreferencesRow`. */
export type StoredPreferences = { notifications?: NotificationPreferences; messages?: MessagePreferences };

export type UserRow = Stored & {
  employeeCode: string;
  name: string;
  /** Lower case. */
  email: string;
  phone: string | null;
  role: Role;
  /** When the person rose to the role, or came back to it; absent or null if they have had it since they joined. */
  roleSince?: Date | null;
  /** Since when the person has been active in the laboratory, where that is not since the account was created. */
  activeSince?: Date | null;
  /** The laboratory of before, and when the person moved from it; absent or null for those who never did. */
  movedFrom?: { laboratoryId: Types.ObjectId; at: Date } | null;
  department: string | null;
  designation: string | null;
  /** Null only for a super_admin. */
  laboratoryId: Types.ObjectId | null;
  employmentType: EmploymentType;
  /** Days of the laboratory's calendar. */
  joiningDate: string;
  exitDate: string | null;
  exitReason: string | null;
  shift: Shift | null;
  skills: string[];
  emergencyContact: StaffMember['emergencyContact'];
  status: StaffStatus;
  passwordHash: string;
  mustChangePassword: boolean;
  /** When a temporary password stops working; null for one that the person chose. */
  temporaryPasswordExpiresAt: Date | null;
  lastLogin: Date | null;
  /** The last request, to within a few minutes. */
  lastActivityAt: Date | null;
  permissionOverrides: PermissionOverrides;
  /**
   * Who decides in the person's absence, and who had influence on the choice; see `Deputies`. `confirmed` says who let
   * the deputy act during the present suspension; without it, no one acts.
   */
  deputy: {
    _id: Types.ObjectId;
    name: string;
    influences: Influence[];
    confirmed?: { by: { _id: Types.ObjectId; name: string }; at: Date } | null;
  } | null;
  /** Who could recently act through the account, or extended its permissions; see `withInfluence`. */
  influences: Influence[];
  preferences: StoredPreferences;
  updatedBy: string | null;
  /** The name in lower case, for sorting. */
  sortName: string;
  searchWords: string[];
};

export const USER_MODEL = 'User';

/** One for each person who recently had influence and for each kind: more than ever come together within 30 days. */
const MAX_INFLUENCES = 1_000;

export const userSchema = new Schema<UserRow>(
  {
    employeeCode: { type: String, required: true },
    name: { type: String, required: true },
    email: { type: String, required: true, lowercase: true },
    phone: { type: String, default: null },
    role: { type: String, enum: roles, required: true },
    roleSince: { type: Date, default: null },
    activeSince: { type: Date, default: null },
    movedFrom: {
      type: new Schema(
        { laboratoryId: { type: Schema.Types.ObjectId, required: true }, at: { type: Date, required: true } },
        { _id: false },
      ),
      default: null,
    },
    department: { type: String, default: null },
    designation: { type: String, default: null },
    laboratoryId: { type: Schema.Types.ObjectId, default: null },
    employmentType: { type: String, enum: employmentTypes, required: true },
    joiningDate: { type: String, required: true },
    exitDate: { type: String, default: null },
    exitReason: { type: String, default: null },
    shift: {
      type: new Schema(
        {
          start: String,
          end: String,
          breakMinutes: Number,
          weekdays: { type: [Number], max: 7 },
          graceLateMinutes: { type: Number, default: null },
          halfDayBelowMinutes: { type: Number, default: null },
          overtimeAfterMinutes: { type: Number, default: null },
        },
        part,
      ),
      default: null,
    },
    skills: { type: [String], max: MAX_SKILLS, default: [] } as never,
    emergencyContact: { type: new Schema({ name: String, phone: String, relation: String }, part), default: null },
    status: { type: String, enum: staffStatuses, required: true },
    passwordHash: { type: String, required: true },
    mustChangePassword: { type: Boolean, required: true },
    temporaryPasswordExpiresAt: { type: Date, default: null },
    lastLogin: { type: Date, default: null },
    lastActivityAt: { type: Date, default: null },
    permissionOverrides: { type: Schema.Types.Mixed, default: {} },
    deputy: {
      type: new Schema(
        {
          _id: { type: Schema.Types.ObjectId, required: true },
          name: { type: String, required: true },
          influences: { type: [Schema.Types.Mixed], max: MAX_INFLUENCES, default: [] } as never,
          confirmed: new Schema({ by: personPart, at: Date }, part),
        },
        part,
      ),
      default: null,
    },
    influences: { type: [Schema.Types.Mixed], max: MAX_INFLUENCES, default: [] } as never,
    preferences: { type: Schema.Types.Mixed, default: {} },
    updatedBy: { type: String, default: null },
    sortName: { type: String, required: true },
    searchWords: { type: [String], max: MAX_SEARCH_WORDS },
    ...storedFields,
  },
  { collection: 'users', versionKey: false, minimize: false },
);

userSchema.index({ email: 1 }, { unique: true });
userSchema.index({ employeeCode: 1 }, { unique: true });
userSchema.index({ searchWords: 1 });

// At most 9 with that of `_id`. The lists by name end with what filters compare, so that no document is read to evaluate
// these; other orders sort what the filters leave.
const filterFields = {
  status: 1,
  role: 1,
  department: 1,
  employmentType: 1,
  mustChangePassword: 1,
  joiningDate: 1,
  exitDate: 1,
} as const;
userSchema.index({ sortName: 1, _id: 1, ...filterFields });
userSchema.index({ laboratoryId: 1, sortName: 1, _id: 1, ...filterFields });
// For whom a person is the deputy.
userSchema.index({ 'deputy._id': 1 }, { sparse: true });
// Of the few people with permissions of their own.
userSchema.index({ status: 1 }, { partialFilterExpression: { permissionOverrides: { $gt: {} } } });
// For the super admins, and for the numbers of people per laboratory and role.
userSchema.index({ status: 1, role: 1, laboratoryId: 1 });
