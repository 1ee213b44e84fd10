"""Two people who do not exist, and how an issuer may spell what it knows about them."""

import base64
import os
import struct
import zlib

PEOPLE = [
    {'uid': '012345678906', 'device': 'phone-7f3a', 'name': 'Meera Devadas', 'local': 'मीरा देवदास', 'born': (1961, 4, 9), 'gender': 'F', 'mobile': '0555010101',
     'mail': 'meera@example.org', 'care': 'Devadas Rao', 'local_care': 'देवदास राव'},
    {'uid': '112233445563', 'device': 'phone-91c0', 'name': 'Tenzin Örgyen O’Hara', 'local': 'टेनज़िन', 'born': (2009, 12, 31), 'gender': 'M', 'mobile': '0555020202',
     'mail': 'tenzin@example.org', 'care': '', 'local_care': ''},
]


def date(parts, form):
    year, month, day = parts
    return {'iso': f'{year:04}-{month:02}-{day:02}', 'indian': f'{day:02}/{month:02}/{year:04}', 'dashed': f'{day:02}-{month:02}-{year:04}',
            'number': year * 10000 + month * 100 + day, 'time': f'{year:04}-{month:02}-{day:02}T00:00:00+05:30'}[form]


def truth(value, form):
    return {'boolean': value, 'letter': 'Y' if value else 'N', 'word': 'true' if value else 'false', 'capital': 'True' if value else 'False'}[form]


def png():
    """One grey pixel."""
    def chunk(kind, data):
        return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))
    return b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', 1, 1, 8, 0, 0, 0, 0)) + chunk(b'IDAT', zlib.compress(b'\0\x80')) + chunk(b'IEND', b'')


def photo(form):
    if form == 'large':
        return base64.b64encode(png() + os.urandom(12000)).decode()
    text = base64.b64encode(png()).decode()
    return f'data:image/png;base64,{text}' if form == 'url' else text


def claims(person, draw, now_year):
    """The claims of one person, spelled as the draw says."""
    age, when = now_year - person['born'][0] - 1, lambda *parts: date(parts, draw['dates'])
    masked, mobile = 'XXXXXXXX' + person['uid'][-4:], person['mobile']
    address = {'CareOf': person['care'], 'Building': '12', 'Street': 'Lake Road', 'Landmark': 'Old mill', 'Locality': 'Ward 4', 'Vtc': 'Examplepur',
               'SubDistrict': 'East', 'District': 'Sample', 'State': 'Nowhere', 'PoName': 'Examplepur H.O'}
    local = {'LocalCareOf': person['local_care'], 'LocalBuilding': '१२', 'LocalStreet': 'झील मार्ग', 'LocalLandmark': 'पुरानी चक्की', 'LocalLocality': 'वार्ड ४',
             'LocalVtc': 'उदाहरणपुर', 'LocalSubDistrict': 'पूर्व', 'LocalDistrict': 'नमूना', 'LocalState': 'कहीं नहीं', 'LocalPoName': 'उदाहरणपुर'}
    every = {
        'CredentialIssuingDate': when(2026, 1, 5), 'EnrolmentDate': when(2014, 8, 17), 'EnrolmentNumber': '0000/00123/45678' if draw['numbers'] == 'text' else 45678,
        'IsNRI': truth(False, draw['booleans']), 'IsResidentForeigner': truth(False, draw['booleans']), 'IdType': 'IN', 'IdExpiresOn': when(2099, 1, 1),
        'MaskedUID': masked, 'ResidentName': person['name'], 'LocalResidentName': person['local'], 'Dob': when(*person['born']),
        'Email': person['mail'], 'MaskedEmail': person['mail'][0] + '****@example.org', 'Mobile': mobile if draw['numbers'] == 'text' else int(mobile),
        'MaskedMobile': '******' + mobile[-4:], 'Gender': person['gender'], **({} if draw['photo'] == 'none' else {'ResidentImage': photo(draw['photo'])}),
        **{f'AgeAbove{years}': truth(age >= years, draw['booleans']) for years in (18, 50, 60, 75)},
        **address, **local, 'Pincode': '000123' if draw['numbers'] == 'text' else 900123,
        'Address': {name: part for name, part in address.items() if part} if draw['address'] == 'object' else ', '.join(part for part in address.values() if part),
        'RegionalAddress': ', '.join(part for part in local.values() if part),
    }
    if draw['claims'] == 'few':
        return {name: every[name] for name in ('ResidentName', 'Dob', 'Gender', 'MaskedUID', 'AgeAbove18')}
    return {name: value for name, value in every.items() if value != ''} if draw['claims'] == 'filled' else every
